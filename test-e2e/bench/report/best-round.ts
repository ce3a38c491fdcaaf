import type { CellRound } from '../cells/measure-rounds.ts';

/** A cell as it is told: the round with the most requests a second, and the least CPU that a request took in any round. */
export function bestOf(rounds: readonly CellRound[]): CellRound {
  const [first, ...others] = rounds;
  if (!first) throw new Error('a cell was never measured');
  const fastest = others.reduce((best, round) => (round.requestsPerSecond > best.requestsPerSecond ? round : best), first);
  return {
    ...fastest,
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    serverMicros: least(rounds.map(({ serverMicros }) => serverMicros)),
    postgresMicros: least(rounds.map(({ postgresMicros }) => postgresMicros)),
  };
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
