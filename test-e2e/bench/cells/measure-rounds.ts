import type { LoadClient, Watch } from '../load/load-client.ts';
import type { LoadResult } from '../load/load-job.ts';
import type { CellCpu } from '../measure/cell-watch.ts';
import type { BenchServer } from '../servers/start-server.ts';
import type { Cell, ServerName } from './cell.ts';

/** What one round of a cell gave. */
export interface CellRound {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** Microseconds of CPU a request; undefined where the system does not tell. */
  readonly serverMicros: number | undefined;
  readonly postgresMicros: number | undefined;
  /** Cores that others on this machine kept busy meanwhile. */
  readonly foreignCores: number | undefined;
}

export interface MeasureOptions {
  readonly rounds: number;
  readonly durationMs: number;
  readonly warmUpMs: number;
  readonly servers: Readonly<Partial<Record<ServerName, BenchServer>>>;
  readonly client: LoadClient;
  readonly watch: (server: BenchServer) => Watch<CellCpu>;
  readonly progress: (line: string) => void;
}

/** A cell during which others used more than this of the machine, in cores, says little. */
const disturbance = 0.3;

/** Rounds beyond the planned ones, of cells that were disturbed in every one so far. */
const extraRounds = 3;

/** Measures every cell once in each round, every other round in the opposite order. */
export async function measureRounds(cells: readonly Cell[], options: MeasureOptions): Promise<ReadonlyMap<string, readonly CellRound[]>> {
  const results = new Map<string, CellRound[]>(cells.map(({ name }) => [name, []]));
  const roundsOf = ({ name }: Cell) => results.get(name) ?? [];
  for (let round = 0; round < options.rounds + extraRounds; round += 1) {
    const wanted = round < options.rounds ? cells : cells.filter((cell) => roundsOf(cell).every(isDisturbed));
    if (wanted.length === 0) break;
    options.progress(`round ${round + 1}: ${wanted.length} cells`);
    for (const cell of round % 2 === 0 ? wanted : wanted.toReversed()) {
      const measured = await measure(cell, options);
      if (measured) roundsOf(cell).push(measured);
      else options.progress(`${cell.name}: not every request was counted in Redis; the round does not count`);
    }
  }
  return results;
}

function isDisturbed({ foreignCores }: CellRound): boolean {
  return foreignCores !== undefined && foreignCores > disturbance;
}

/** Undefined for a round in which the process, and not Redis, counted some requests for its limit: it measured something else. */
async function measure(cell: Cell, { durationMs, warmUpMs, servers, client, watch }: MeasureOptions): Promise<CellRound | undefined> {
  const server = servers[cell.server];
  if (!server) throw new Error(`${cell.server} was not started`);
  const once = typeof cell.requests === 'function';
  const requests = typeof cell.requests === 'function' ? await cell.requests() : cell.requests;
  const job = {
    port: server.port,
    requests,
    concurrency: cell.concurrency,
    ...(!once && { durationMs }),
    warmUp: { requests: cell.warmUp ?? requests, durationMs: warmUpMs },
  };
  const before = await server.counted?.();
  const { result, reading } = await client.run(job, watch(server));
  const after = await server.counted?.();
  if (before !== undefined && after !== undefined && after - before < result.succeeded + result.failed) return undefined;
  return roundOf(result, reading);
}

function roundOf({ succeeded, failed, seconds, p50Ms, p99Ms }: LoadResult, cpu: CellCpu): CellRound {
  const answered = succeeded + failed;
  const micros = (cpuSeconds: number | undefined) => (cpuSeconds === undefined ? undefined : (cpuSeconds * 1e6) / answered);
  return {
    requestsPerSecond: succeeded / seconds,
    p50Ms,
    p99Ms,
    failed,
    serverMicros: micros(cpu.server),
    postgresMicros: micros(cpu.postgres),
    foreignCores: cpu.foreign === undefined ? undefined : cpu.foreign / seconds,
  };
}
