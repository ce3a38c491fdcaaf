/** Entry of the process that reads documents: one message in, replies out, until the parent closes the channel. */
import { DocumentFault } from '../document-fault.ts';
import { ingest, type IngestInput } from '../ingest.ts';
import type { IngestReply } from './messages.ts';

const batchSize = 256;

process.on('message', (input: IngestInput) => {
  for (const reply of replies(input)) process.send?.(reply);
});

function* replies(input: IngestInput): Generator<IngestReply> {
  try {
    const { passages, ...rest } = ingest(input);
    for (let at = 0; at < passages.length; at += batchSize) yield { passages: passages.slice(at, at + batchSize) };
    yield { rest };
  } catch (error) {
    const { code, message } = error instanceof DocumentFault ? error : new DocumentFault('parse_failed');
    yield { fault: { code, message } };
  }
}
