import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { markdownTable } from '../report/markdown-table.ts';
import type { CorpusFigures } from './measure-corpus.ts';
import type { IngestionFigures } from './measure-ingestion.ts';

export interface SpeedReport {
  readonly date: string;
  readonly postgres: string | undefined;
  readonly ingestion: IngestionFigures;
  readonly figures: readonly CorpusFigures[];
}

const readme = new URL('README.md', import.meta.url);
const [opening, closing] = ['<!-- figures -->', '<!-- /figures -->'];

/** Milliseconds that 95 of 100 searches may take at most, by the number of passages. */
const bounds = [
  { passages: 10_000, p95: 60 },
  { passages: 100_000, p95: 160 },
];

const passagesOf = ({ shape }: CorpusFigures): number => shape.documents * shape.passages;

const boundOf = (figures: CorpusFigures): number | undefined => bounds.find(({ passages }) => passagesOf(figures) <= passages)?.p95;

export function isSlow(figures: CorpusFigures): boolean {
  return Math.max(figures.search.p95, figures.context.p95) > (boundOf(figures) ?? Number.POSITIVE_INFINITY);
}

export function toMarkdown({ date, postgres, ingestion, figures }: SpeedReport): string {
  const environment = [
    `${date}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}) for everything, Node ${process.versions.node}`,
    ...(postgres === undefined ? [] : [`Postgres ${postgres}`]),
    `load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`,
  ].join(', ');
  const heads = [
    'store',
    'documents',
    'passages each',
    'search p50',
    'search p95',
    'context p50',
    'context p95',
    'may take',
    'first',
    'load s',
  ];
  const rows = figures.map((each) => [
    each.store,
    String(each.shape.documents),
    String(each.shape.passages),
    ms(each.search.p50),
    ms(each.search.p95),
    ms(each.context.p50),
    ms(each.context.p95),
    String(boundOf(each) ?? ''),
    ms(each.first),
    each.loadSeconds.toFixed(0),
  ]);
  const throughput = `Ingestion: reading, cutting and analysing ${thousands(ingestion.parsing)} characters a second, embedding by the local model ${thousands(ingestion.embedding)}.`;
  return `${environment}.\n\n${markdownTable(heads, rows)}\n\n${throughput}`;
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
