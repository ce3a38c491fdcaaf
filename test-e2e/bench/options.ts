import { parseArgs } from 'node:util';
import type { Sizes } from './data/bench-data.ts';

export interface BenchOptions {
  readonly isQuick: boolean;
  readonly sizes: Sizes;
  readonly rounds: number;
  /** Of the measured part of a cell. */
  readonly durationMs: number;
  readonly warmUpMs: number;
  /** Saves that are looked for afterwards. */
  readonly losslessSaves: number;
  /** Only cells whose name it matches, and nothing but cells. */
  readonly only: RegExp | undefined;
  /** Where to write CPU profiles of the servers. */
  readonly profileDir: string | undefined;
  /** Write the figures into the README. */
  readonly records: boolean;
}

const full = {
  sizes: { small: 10_000, large: 100_000, documents: 60, deleted: 1_000 },
  rounds: 8,
  durationMs: 400,
  warmUpMs: 120,
  losslessSaves: 5_000,
};

/** To see that everything runs; its figures mean little. */
const quick = {
  sizes: { small: 10_000, large: 12_000, documents: 20, deleted: 300 },
  rounds: 2,
  durationMs: 250,
  warmUpMs: 100,
  losslessSaves: 1_000,
};

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      record: { type: 'boolean' },
      only: { type: 'string' },
      profile: { type: 'string' },
      rounds: { type: 'string' },
    },
  });
  const isQuick = values.quick ?? false;
  const usual = isQuick ? quick : full;
  return {
    isQuick,
    ...usual,
    rounds: values.rounds === undefined ? usual.rounds : Number(values.rounds),
    only: values.only === undefined ? undefined : new RegExp(values.only),
    profileDir: values.profile,
    records: values.record ?? false,
  };
}
