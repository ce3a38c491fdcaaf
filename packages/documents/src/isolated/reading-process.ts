/** Entry of the process that reads documents: one message in, replies out, until the parent closes the channel. */
import { DocumentFault } from '../document-fault.ts';
import { ingest, type IngestInput } from '../ingest.ts';
import type { IngestReply } from './messages.ts';

const batchSize = 256;

process.on('message', (input: IngestInput) => void answer(input));

async function answer(input: IngestInput): Promise<void> {
  try {
    const { passages, ...rest } = await ingest(input);
    for (let at = 0; at < passages.length; at += batchSize) send({ passages: passages.slice(at, at + batchSize) });
    send({ rest });
  } catch (error) {
    const { code, message } = error instanceof DocumentFault ? error : new DocumentFault('parse_failed');
    send({ fault: { code, message } });
  }
}

const send = (reply: IngestReply): void => void process.send?.(reply);
