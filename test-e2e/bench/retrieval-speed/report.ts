import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { markdownTable } from '../report/markdown-table.ts';
import type { CorpusFigures } from './measure-corpus.ts';
import type { IngestionFigures } from './measure-ingestion.ts';
import type { MemoryFigures } from './measure-memories.ts';
import type { PlaceFigures } from './measure-place.ts';

export interface SpeedReport {
  readonly date: string;
  readonly postgres: string | undefined;
  readonly ingestion: IngestionFigures;
  readonly corpora: readonly CorpusFigures[];
  readonly memories: readonly MemoryFigures[];
}

const readme = new URL('README.md', import.meta.url);
const [opening, closing] = ['<!-- figures -->', '<!-- /figures -->'];

/** Milliseconds that 95 of 100 searches may take at most, by the number of passages or memories. */
const bounds = [
  { texts: 10_000, p95: 60 },
  { texts: 100_000, p95: 160 },
];

type Figures = CorpusFigures | MemoryFigures;

const textsOf = (figures: Figures): number => ('shape' in figures ? figures.shape.documents * figures.shape.passages : figures.memories);

const boundOf = (figures: Figures): number | undefined => bounds.find(({ texts }) => textsOf(figures) <= texts)?.p95;

export function isSlow(figures: Figures): boolean {
  return Math.max(figures.search.p95, figures.context.p95) > (boundOf(figures) ?? Number.POSITIVE_INFINITY);
}

export function toMarkdown({ date, postgres, ingestion, corpora, memories }: SpeedReport): string {
  const environment = [
    `${date}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}) for everything, Node ${process.versions.node}`,
    ...(postgres === undefined ? [] : [`Postgres ${postgres}`]),
    `load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`,
  ].join(', ');
  const tables = [
    markdownTable(
      ['store', 'documents', 'passages each', ...heads],
      corpora.map((each) => [each.store, String(each.shape.documents), String(each.shape.passages), ...cells(each)]),
    ),
    markdownTable(
      ['store', 'memories', ...heads],
      memories.map((each) => [each.store, String(each.memories), ...cells(each)]),
    ),
  ];
  const throughput = `Ingestion: reading, cutting and analysing ${thousands(ingestion.parsing)} characters a second, embedding by the local model ${thousands(ingestion.embedding)}.`;
  return [`${environment}.`, ...tables, throughput].join('\n\n');
}

const heads = ['search p50', 'search p95', 'context p50', 'context p95', 'may take', 'first', 'load s'];

function cells(figures: Figures): readonly string[] {
  const { search, context, first, loadSeconds }: PlaceFigures = figures;
  const times = [search.p50, search.p95, context.p50, context.p95].map(ms);
  return [...times, String(boundOf(figures) ?? ''), ms(first), loadSeconds.toFixed(0)];
}

const ms = (value: number): string => value.toFixed(0);
const thousands = (value: number): string => Math.round(value).toLocaleString('en');

/** Puts the figures between their marks in the README. */
export async function recordInReadme(figures: string): Promise<void> {
  const text = await readFile(readme, 'utf8');
  const [before] = text.split(opening);
  const after = text.split(closing)[1];
  if (after === undefined) throw new Error(`the README has lost its mark ${closing}`);
  await writeFile(readme, `${before}${opening}\n\n${figures}\n\n${closing}${after}`);
}
