/**
 * Quality of lexical search on question sets with known answers, without a database:
 *
 *     node --conditions=@cairn/source test-e2e/bench/retrieval/lexical.ts <folder>
 *
 * The folder holds `anthropic-docs` (anthropics/anthropic-cookbook) and `chunking-eval` (brandonstarxel/chunking_evaluation), both MIT.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunk, estimateTokens } from '@cairn/retrieval';
import { parseDocument } from '@cairn/documents';
import { readQuestions } from './chunking-questions.ts';
import { createMemoryIndex } from './memory-index.ts';

const folder = process.argv[2] ?? process.env['CAIRN_BENCH_DATA'];
if (folder === undefined) throw new Error('name the folder of the question sets');

interface Section {
  readonly chunk_link: string;
  readonly chunk_heading: string;
  readonly text: string;
}

interface Question {
  readonly question: string;
  readonly correct_chunks: readonly string[];
}

function json<Value>(...path: string[]): Value {
  return JSON.parse(readFileSync(join(folder ?? '', ...path), 'utf8')) as Value;
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
}

function ndcg(found: readonly string[], gold: ReadonlySet<string>): number {
  const gain = (rank: number): number => 1 / Math.log2(rank + 2);
  const got = found.reduce((sum, id, rank) => sum + (gold.has(id) ? gain(rank) : 0), 0);
  const ideal = Array.from({ length: Math.min(gold.size, found.length || 10) }, (_, rank) => gain(rank)).reduce((a, b) => a + b, 0);
  return got / ideal;
}

function documentation(): void {
  const sections = json<Section[]>('anthropic-docs', 'anthropic_docs.json');
  const questions = json<Question[]>('anthropic-docs', 'docs_evaluation_dataset.json');
  const whole = sections.map(({ chunk_link, chunk_heading, text }) => ({
    documentId: chunk_link,
    title: chunk_heading,
    passages: [{ headings: [], text }],
  }));
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const cut = sections.map(({ chunk_link, chunk_heading, text }) => ({
    documentId: chunk_link,
    title: chunk_heading,
    passages: chunk(parseDocument({ bytes: bytes(text), mediaType: 'text/markdown' })),
  }));
  for (const [name, entries] of Object.entries({ 'whole sections': whole, passages: cut })) {
    const index = createMemoryIndex(entries);
    const scores = questions.map(({ question, correct_chunks }) => {
      const gold = new Set(correct_chunks);
      const found = [...new Set(index.search(question, 100).map(({ id }) => id))].slice(0, 10);
      const hits = found.filter((id) => gold.has(id)).length;
      return { ndcg: ndcg(found, gold), recall: hits / gold.size };
    });
    const count = entries.reduce((sum, { passages }) => sum + passages.length, 0);
    console.log(`docs, ${name} (${count}): nDCG@10 ${mean(scores.map((s) => s.ndcg))} R@10 ${mean(scores.map((s) => s.recall))}`);
  }
}

interface CodeDocument {
  readonly original_uuid: string;
  readonly chunks: readonly { readonly original_index: number; readonly content: string }[];
}

interface CodeQuestion {
  readonly query: string;
  readonly golden_chunk_uuids: readonly (readonly [string, number])[];
}

function code(): void {
  const documents = json<CodeDocument[]>('anthropic-docs', 'codebase_chunks.json');
  const lines = readFileSync(join(folder ?? '', 'anthropic-docs', 'evaluation_set.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const questions = lines.map((line) => JSON.parse(line) as CodeQuestion);
  const index = createMemoryIndex(
    documents.flatMap(({ original_uuid, chunks }) =>
      chunks.map(({ original_index, content }) => ({
        documentId: `${original_uuid} ${original_index}`,
        title: '',
        passages: [{ headings: [], text: content }],
      })),
    ),
  );
  const recall = (limit: number): string =>
    mean(
      questions.map(({ query, golden_chunk_uuids }) => {
        const gold = golden_chunk_uuids.map(([id, at]) => `${id} ${at}`);
        const found = new Set(index.search(query, limit).map(({ id }) => id));
        return gold.filter((id) => found.has(id)).length / gold.length;
      }),
    );
  console.log(`code: R@5 ${recall(5)} R@10 ${recall(10)} R@20 ${recall(20)}`);
}

/** Share of the characters that answer a question that are in the passages fitting into 1,500 tokens. */
function passages(): void {
  const questions = readQuestions(readFileSync(join(folder ?? '', 'chunking-eval', 'questions_df.csv'), 'utf8'));
  const corpora = new Set(questions.map(({ corpus }) => corpus));
  const cut = [...corpora].map((corpus) => {
    const bytes = readFileSync(join(folder ?? '', 'chunking-eval', `${corpus}.md`));
    return { documentId: corpus, title: '', passages: chunk(parseDocument({ bytes, mediaType: 'text/markdown' })) };
  });
  const index = createMemoryIndex(cut);
  const tables = new Map(cut.map(({ documentId, passages: found }) => [documentId, found]));
  const recall = (limit: number, budget: number): string =>
    mean(
      questions.map(({ question, corpus, references }) => {
        let spent = 0;
        const context = index
          .search(question, limit)
          .map(({ id, ordinal }) => ({ id, passage: tables.get(id)?.[ordinal] }))
          .filter(({ passage }) => (spent += estimateTokens(passage?.text ?? '')) <= budget);
        const covered = references.map(({ start, end }) =>
          context.reduce(
            (sum, { id, passage }) =>
              id === corpus && passage ? sum + Math.max(0, Math.min(end, passage.end) - Math.max(start, passage.start)) : sum,
            0,
          ),
        );
        const all = references.reduce((sum, { start, end }) => sum + end - start, 0);
        return covered.reduce((a, b) => a + b, 0) / all;
      }),
    );
  const count = cut.reduce((sum, { passages: found }) => sum + found.length, 0);
  console.log(`passages (${count}): recall of 5 ${recall(5, 1e9)} of 1,500 tokens ${recall(50, 1500)}`);
}

documentation();
code();
passages();
