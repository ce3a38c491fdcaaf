import { delimitedRecords } from './records.ts';

const candidates = [',', ';', '\t', '|'] as const;
const sampleLength = 65_536;
const sampleRecords = 50;

/** The delimiter of a table in text: the one that gives most records the same number of fields. Undefined when it is no table. */
export function delimiterOf(text: string): string | undefined {
  const declared = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (declared !== undefined) return declared;
  const sample = text.slice(0, sampleLength);
  const rated = candidates.map((delimiter) => ({ delimiter, score: regularity(sample, delimiter) }));
  const best = rated.reduce((most, each) => (each.score > most.score ? each : most));
  return best.score > 0 ? best.delimiter : undefined;
}

/** Share of records with as many fields as the first, weighed by how many those are; 0 when it has one. */
function regularity(sample: string, delimiter: string): number {
  const widths: number[] = [];
  for (const { fields } of delimitedRecords(sample, delimiter, () => undefined)) {
    if (fields.length > 1 || fields[0]?.trim() !== '') widths.push(fields.length);
    if (widths.length >= sampleRecords) break;
  }
  const first = widths[0] ?? 1;
  if (first < 2) return 0;
  const alike = widths.filter((width) => width === first).length / widths.length;
  return alike + Math.min(first, 50) / 1000;
}
