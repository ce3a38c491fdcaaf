import type { Usage, UsageBucket } from '../api/usage.ts';
import { hourMs } from './span.ts';

/** One of those that are told apart in a picture. */
export interface Series {
  readonly id: string;
  readonly name: string;
  /** The colour: one for each of the largest, one for all others, one for what was refused. */
  readonly tone: 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'others' | 'refused';
  /** In each step. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** What happened step by step. */
export interface Chart {
  /** Beginning of each step, in milliseconds since 1970. */
  readonly starts: readonly number[];
  readonly stepHours: number;
  /** The largest first. */
  readonly series: readonly Series[];
  /** Of all of them in each step. */
  readonly sums: readonly number[];
  readonly total: number;
}

const tones = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Requests that were answered, by credential, and those past the limit. All sessions are one: people come and go. */
export function requestChart(usage: Usage, stepHours: number, nameOf: (bucket: UsageBucket) => string): Chart {
  const starts = startsOf(usage, stepHours);
  const requests = usage.buckets.filter(({ counted }) => counted === 'request');
  const answered = largest(
    collect(requests, { starts, stepHours, valueOf: ({ count, limited }) => count - limited }, (bucket) => ({
      id: bucket.credential_kind === 'session' ? 'session' : bucket.credential_id,
      name: nameOf(bucket),
    })),
  );
  const refused = collect(requests, { starts, stepHours, valueOf: ({ limited }) => limited }, () => ({
    id: 'refused',
    name: 'Refused, past the limit',
  })).map((each) => ({ ...each, tone: 'refused' as const }));
  return chartOf([...answered, ...refused], starts, stepHours);
}

/** Calls of tools, by tool. */
export function toolChart(usage: Usage, stepHours: number): Chart {
  const starts = startsOf(usage, stepHours);
  const calls = usage.buckets.filter(({ counted }) => counted === 'tool');
  const found = collect(calls, { starts, stepHours, valueOf: ({ count }) => count }, ({ name }) => ({ id: name, name }));
  return chartOf(largest(found), starts, stepHours);
}

/** Requests of one credential in each step, and those among them that were refused. */
export function requestsOf(usage: Usage, stepHours: number, credentialId: string): { readonly count: number; readonly limited: number }[] {
  const starts = startsOf(usage, stepHours);
  const steps = starts.map(() => ({ count: 0, limited: 0 }));
  for (const bucket of usage.buckets) {
    if (bucket.counted !== 'request' || bucket.credential_id !== credentialId) continue;
    const step = steps[indexIn(starts, stepHours, bucket.hour)];
    if (step === undefined) continue;
    step.count += bucket.count;
    step.limited += bucket.limited;
  }
  return steps;
}

function startsOf({ from, to }: Usage, stepHours: number): readonly number[] {
  const [first, end, step] = [Date.parse(from), Date.parse(to), stepHours * hourMs];
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, at) => first + at * step);
}

const indexIn = (starts: readonly number[], stepHours: number, hour: string): number =>
  Math.floor((Date.parse(hour) - (starts[0] ?? 0)) / (stepHours * hourMs));

interface Counting {
  readonly starts: readonly number[];
  readonly stepHours: number;
  readonly valueOf: (bucket: UsageBucket) => number;
}

type Untoned = Omit<Series, 'tone'>;

function collect(
  buckets: readonly UsageBucket[],
  { starts, stepHours, valueOf }: Counting,
  groupOf: (bucket: UsageBucket) => Pick<Series, 'id' | 'name'>,
): readonly Untoned[] {
  const found = new Map<string, { id: string; name: string; counts: number[]; total: number }>();
  for (const bucket of buckets) {
    const [value, at] = [valueOf(bucket), indexIn(starts, stepHours, bucket.hour)];
    if (value <= 0 || at < 0 || at >= starts.length) continue;
    const { id, name } = groupOf(bucket);
    const series = found.get(id) ?? { id, name, counts: starts.map(() => 0), total: 0 };
    found.set(id, series);
    series.counts[at] = (series.counts[at] ?? 0) + value;
    series.total += value;
  }
  return [...found.values()].toSorted((one, other) => other.total - one.total || (one.name < other.name ? -1 : 1));
}

/** As many as there are colours; what is smaller is one. */
function largest(found: readonly Untoned[]): readonly Series[] {
  const shown = found.length <= tones.length ? found : found.slice(0, tones.length);
  const rest = found.slice(shown.length);
  const named = shown.map((each, at): Series => ({ ...each, tone: tones[at] ?? 'others' }));
  if (rest.length === 0) return named;
  const counts = sumsOf(rest, found[0]?.counts.length ?? 0);
  return [...named, { id: 'others', name: `${rest.length} more`, tone: 'others', counts, total: sum(counts) }];
}

function chartOf(series: readonly Series[], starts: readonly number[], stepHours: number): Chart {
  const sums = sumsOf(series, starts.length);
  return { starts, stepHours, series, sums, total: sum(sums) };
}

const sumsOf = (series: readonly Untoned[], length: number): readonly number[] =>
  Array.from({ length }, (_, at) => series.reduce((so, { counts }) => so + (counts[at] ?? 0), 0));

const sum = (values: readonly number[]): number => values.reduce((so, value) => so + value, 0);
