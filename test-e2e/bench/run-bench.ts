import { allCells, highConcurrency } from './cells/all-cells.ts';
import type { Cell } from './cells/cell.ts';
import { measureRounds, type CellRound } from './cells/measure-rounds.ts';
import { defaultConcurrency } from './cells/tool-calls.ts';
import { countLostSaves } from './checks/lost-saves.ts';
import { measureStandalone } from './checks/standalone.ts';
import { createBenchData, type BenchData } from './data/bench-data.ts';
import { LoadClient } from './load/load-client.ts';
import { watchCell } from './measure/cell-watch.ts';
import { readEnvironment } from './measure/environment.ts';
import type { BenchOptions } from './options.ts';
import { measurePeers } from './peers/measure-peers.ts';
import { bestOf } from './report/best-round.ts';
import { allGoals } from './report/goals.ts';
import type { CellReport, Report } from './report/report.ts';
import type { BenchServices } from './servers/bench-services.ts';
import { startServers, type BenchServers } from './servers/start-servers.ts';

export interface BenchRun {
  readonly report: Report;
  /** Of every cell, for the record. */
  readonly rounds: Readonly<Record<string, readonly CellRound[]>>;
}

type Beside = Pick<Report, 'lostSaves' | 'peers' | 'standalone'>;

interface Bench {
  readonly options: BenchOptions;
  readonly data: BenchData;
  readonly servers: BenchServers;
  readonly client: LoadClient;
  readonly progress: (line: string) => void;
}

/** Fills a database, starts the servers, measures everything, and leaves nothing running. */
export async function runBench(options: BenchOptions, services: BenchServices, progress: (line: string) => void): Promise<BenchRun> {
  const environment = readEnvironment(services.postgresVersion);
  progress(`filling the database (${options.sizes.small} and ${options.sizes.large} memories)`);
  const data = await createBenchData(services.database.url, options.sizes);
  const servers = await startServers(data, { redisUrl: services.redisUrl, profileDir: options.profileDir });
  const client = new LoadClient();
  try {
    const { cells, rounds } = await measureCells({ options, data, servers, client, progress });
    const beside: Beside = options.only === undefined ? await measureBeside({ options, data, servers, client, progress }) : { peers: [] };
    const goals = allGoals(cells, beside).filter(({ measured }) => measured !== undefined || options.only === undefined);
    return { report: { environment: environment(), cells, goals, ...beside }, rounds };
  } finally {
    client.close();
    await servers.stop();
    await data.close();
  }
}

async function measureCells({ options, data, servers, client, progress }: Bench) {
  const wanted = ({ name, server }: Cell): boolean => servers.byName[server] !== undefined && (options.only?.test(name) ?? true);
  const watch = (server: { readonly pid: number }) => watchCell(data.client, { server: server.pid, bench: [process.pid, client.pid] });
  const groups = allCells(data);
  const reports: CellReport[] = [];
  const allRounds: Record<string, readonly CellRound[]> = {};
  for (const cells of [groups.reading.filter(wanted), groups.writing.filter(wanted)]) {
    const measured = await measureRounds(cells, { ...options, servers: servers.byName, client, watch, progress });
    for (const { name, server, concurrency } of cells) {
      const rounds = measured.get(name) ?? [];
      allRounds[name] = rounds;
      reports.push({ name, server, concurrency, ...bestOf(rounds) });
    }
  }
  return { cells: reports, rounds: allRounds };
}

/** What is measured once and not side by side. */
async function measureBeside({ options, data, servers, client, progress }: Bench): Promise<Beside> {
  progress('counting lost saves');
  const { losslessSaves, durationMs } = options;
  const port = servers.byName.gateway?.port ?? 0;
  const lostSaves = await countLostSaves(client, { port, project: data.empty, count: losslessSaves, concurrency: highConcurrency });
  progress('measuring the peers');
  const peers = await measurePeers({ concurrencies: [defaultConcurrency, highConcurrency], durationMs: durationMs * 4 });
  progress('starting the standalone product');
  const standalone = await measureStandalone(client, { durationMs: durationMs * 4 });
  return { lostSaves, peers, standalone };
}
