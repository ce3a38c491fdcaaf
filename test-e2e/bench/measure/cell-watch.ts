import type pg from 'pg';
import type { Watch } from '../load/load-client.ts';
import { machineCpuSeconds } from './machine-cpu.ts';
import { postgresCpu, usedBetween, type PostgresCpu } from './postgres-cpu.ts';
import { cpuSeconds } from './process-cpu.ts';

/** CPU seconds used while a cell was measured; undefined where the system does not tell. */
export interface CellCpu {
  readonly server: number | undefined;
  readonly postgres: number | undefined;
  /** Everything else on this machine but the server, Postgres and the bench itself. */
  readonly foreign: number | undefined;
}

interface Reading {
  readonly server: number | undefined;
  readonly bench: number | undefined;
  readonly machine: number | undefined;
  readonly postgres: PostgresCpu;
}

/** Watches one server process, the database and the rest of the machine. */
export function watchCell(client: pg.Client, pids: { readonly server: number; readonly bench: readonly number[] }): Watch<CellCpu> {
  const read = async (): Promise<Reading> => ({
    postgres: await postgresCpu(client),
    server: cpuSeconds(pids.server),
    bench: sum(pids.bench.map(cpuSeconds)),
    machine: machineCpuSeconds(),
  });
  let before: Reading | undefined;
  return {
    begin: async () => {
      before = await read();
    },
    end: async () => {
      const after = await read();
      if (!before) throw new Error('a cell ended before it began');
      return used(before, after);
    },
  };
}

function used(before: Reading, after: Reading): CellCpu {
  const server = minus(after.server, before.server);
  const postgres = usedBetween(before.postgres, after.postgres);
  const ours = sum([server, minus(after.bench, before.bench), postgres ?? 0]);
  const foreign = minus(minus(after.machine, before.machine), ours);
  return { server, postgres, foreign: foreign === undefined ? undefined : Math.max(0, foreign) };
}

function minus(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left - right;
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>((total, value) => (total === undefined || value === undefined ? undefined : total + value), 0);
}
