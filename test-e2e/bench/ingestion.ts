/**
 * How fast documents are read, in characters of their text a second, by format and stage, without a database:
 *
 *     node --conditions=@cairn/source test-e2e/bench/ingestion.ts [sections]
 *
 * `read` is bytes to text and blocks, `cut` is blocks to passages, `analyse` is passages to terms.
 */
import { parseDocument } from '@cairn/documents';
import { chunk, passageTerms } from '@cairn/retrieval';
import { type LargeDocument, largeDocuments } from './ingestion/large-documents.ts';
import { markdownTable } from './report/markdown-table.ts';

const rounds = 3;
const rows: string[][] = [];
for (const document of largeDocuments(Number(process.argv[2] ?? 100))) rows.push(await measured(document));
console.log(markdownTable(['format', 'file, MB', 'characters', 'read, k/s', 'cut, k/s', 'analyse, k/s'], rows));

/** The best of a few rounds of each stage: others use the machine too. */
async function measured({ name, mediaType, bytes }: LargeDocument): Promise<string[]> {
  const best = { read: Number.POSITIVE_INFINITY, cut: Number.POSITIVE_INFINITY, analyse: Number.POSITIVE_INFINITY };
  let characters = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const document = await parseDocument({ bytes, mediaType });
    const read = performance.now();
    const passages = chunk(document);
    const cut = performance.now();
    for (const passage of passages) passageTerms(passage, name);
    best.read = Math.min(best.read, read - start);
    best.cut = Math.min(best.cut, cut - read);
    best.analyse = Math.min(best.analyse, performance.now() - cut);
    characters = document.text.length;
  }
  const speed = (milliseconds: number): string => String(Math.round(characters / milliseconds));
  return [name, (bytes.length / 1e6).toFixed(1), String(characters), speed(best.read), speed(best.cut), speed(best.analyse)];
}
