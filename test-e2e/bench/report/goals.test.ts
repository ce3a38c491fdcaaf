import { describe, expect, it } from 'vitest';
import type { CellRound } from '../cells/measure-rounds.ts';
import { bestOf } from './best-round.ts';
import { allGoals, isMet } from './goals.ts';
import type { CellReport } from './report.ts';

const round = (requestsPerSecond: number, serverMicros = 100): CellRound => ({
  requestsPerSecond,
  serverMicros,
  postgresMicros: 50,
  p50Ms: 1,
  p99Ms: 2,
  failed: 1,
  foreignCores: 0,
});

const cell = (name: string, requestsPerSecond: number, serverMicros?: number): CellReport => ({
  ...round(requestsPerSecond, serverMicros),
  name,
  server: 'gateway',
  concurrency: 16,
});

const measured = (cells: readonly CellReport[], what: string) => allGoals(cells, {}).find((goal) => goal.what === what)?.measured;

describe('the best of the rounds', () => {
  it('is the fastest one, with the least CPU of any and the failures of all', () => {
    expect(bestOf([round(10, 90), round(30, 120), round(20, 100)])).toMatchObject({
      requestsPerSecond: 30,
      serverMicros: 90,
      failed: 3,
    });
  });
});

describe('the goals', () => {
  it('compare with the faster form of a floor', () => {
    const cells = [cell('INSERT', 1000), cell('INSERT, prepared', 2000), cell('save_memory /mcp/tools/call', 1000)];
    expect(measured(cells, 'save_memory: requests ÷ bare INSERT route')).toBe(0.5);
  });

  it('compare CPU the other way round', () => {
    const cells = [cell('JSON echo', 9000, 10), cell('bench_echo /mcp 2026', 3000, 30)];
    expect(measured(cells, 'bench_echo /mcp 2026: CPU ÷ bare Node echo')).toBe(3);
  });

  it('are neither met nor missed where nothing was measured', () => {
    expect(allGoals([], {}).map(isMet)).toEqual(allGoals([], {}).map(() => undefined));
  });

  it('are met at the bound and missed beyond it', () => {
    const judged = (measuredAt: number) => isMet({ what: 'any', measured: measuredAt, atLeast: 0.5, atMost: 2 });
    expect([0.49, 0.5, 2, 2.01].map(judged)).toEqual([false, true, true, false]);
  });

  it('count a save that was never acknowledged as wrong as one that was lost', () => {
    const goal = allGoals([], { lostSaves: { acknowledged: 10, lost: 0, unasked: 1 } }).find(({ what }) => what.startsWith('lost'));
    expect(goal?.measured).toBe(1);
  });
});
