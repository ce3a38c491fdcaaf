import { afterEach, describe, expect, it } from 'vitest';
import { ingest } from '../ingest.ts';
import { createDocumentParser, type DocumentParser, type DocumentParserOptions } from './document-parser.ts';

const open: DocumentParser[] = [];

function parserOf(options: Partial<DocumentParserOptions> = {}): DocumentParser {
  const parser = createDocumentParser({ timeoutMs: 20_000, maxOldGenerationMb: 256, ...options });
  open.push(parser);
  return parser;
}

function documentOf(text: string) {
  return { bytes: new TextEncoder().encode(text), mediaType: 'text/markdown', title: 'T' };
}

/** A list in a list in a list, so deep that parsing takes minutes. */
const slow = documentOf(Array.from({ length: 1500 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'));
/** A list whose tree is hundreds of times its text. */
const heavy = documentOf('- a\n'.repeat(500_000));

afterEach(async () => {
  await Promise.all(open.splice(0).map((parser) => parser.close()));
});

describe('reading in another process', { timeout: 60_000 }, () => {
  it('gives what reading here gives', async () => {
    const input = documentOf(
      Array.from({ length: 2000 }, (_, at) => `## Section ${at}\n\n${'Some words about it. '.repeat(30)}`).join('\n\n'),
    );
    const here = await ingest(input);
    expect(here.passages.length).toBeGreaterThan(600);
    expect(await parserOf().parse(input)).toEqual(here);
  });

  it('names the fault of a document', async () => {
    await expect(parserOf().parse(documentOf(' \n'))).rejects.toMatchObject({ name: 'DocumentFault', code: 'no_text' });
  });

  it('ends a document that takes too long, and reads the next', async () => {
    const parser = parserOf({ timeoutMs: 2000 });
    const [poison, next] = await Promise.allSettled([parser.parse(slow), parser.parse(documentOf('ok'))]);
    expect(poison).toMatchObject({ status: 'rejected', reason: { code: 'parse_timeout' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: { text: 'ok' } });
  });

  it('ends a document that takes too much memory, and reads the next', async () => {
    const parser = parserOf({ maxOldGenerationMb: 64 });
    const [poison, next] = await Promise.allSettled([parser.parse(heavy), parser.parse(documentOf('ok'))]);
    expect(poison).toMatchObject({ status: 'rejected', reason: { code: 'parse_out_of_memory' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: { text: 'ok' } });
  });

  it('leaves documents that other processes read alone', async () => {
    const parser = parserOf({ timeoutMs: 4000, processes: 2 });
    const poison = parser.parse(slow);
    const others = await Promise.all(['a', 'b', 'c'].map((text) => parser.parse(documentOf(text))));
    expect(others.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    await expect(poison).rejects.toMatchObject({ code: 'parse_timeout' });
  });

  it('stops when the caller has gone', async () => {
    const parser = parserOf();
    const caller = new AbortController();
    const parsing = parser.parse(slow, caller.signal);
    setTimeout(() => caller.abort(new Error('gone')), 200);
    await expect(parsing).rejects.toThrow('gone');
    await expect(parser.parse(slow, caller.signal)).rejects.toThrow('gone');
    expect((await parser.parse(documentOf('ok'))).text).toBe('ok');
  });

  it('lets go of everything when it is closed', async () => {
    const parser = parserOf();
    const results = Promise.allSettled([parser.parse(slow), parser.parse(documentOf('waits'))]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await parser.close();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(parser.parse(documentOf('late'))).rejects.toThrow('closed');
  });
});
