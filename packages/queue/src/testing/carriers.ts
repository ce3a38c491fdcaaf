import { randomBytes } from 'node:crypto';
import { openDatabase } from '@cairn/storage';
import { createStoreFolder } from '@cairn/test-kit';
import { Client } from 'pg';
import type { QueueCarrier } from '../carrier.ts';
import { createFaultLog } from '../fault-log.ts';
import { createQueueLine } from '../queue-line.ts';
import type { CarriedQueue } from '../queue-line.ts';
import { createKeptLog } from './log.ts';
import { createOutage } from './outage.ts';
import type { Outage } from './outage.ts';

/** A carrier that no other test uses. */
export interface TestCarrier {
  readonly carrier: QueueCarrier;
  /** Drops everything the carrier holds of the queue, as a server does that lost its memory. */
  lose(queue: string): Promise<void>;
  /** What the carrier holds of the queue. */
  jobs(queue: string): Promise<unknown>;
  /** Adds a job past the catalog. */
  addRaw(queue: string, job: string, data: unknown): Promise<void>;
  close(): Promise<void>;
}

/** A carrier on a server, reached by a way that can be cut. */
export interface RemoteCarrier extends TestCarrier {
  readonly outage: Outage;
}

export const remoteKinds = ['redis', 'postgres'] as const;
type RemoteKind = (typeof remoteKinds)[number];

/** The embedded one, and those for which the environment names a server. */
export const carrierKinds: readonly ('embedded' | RemoteKind)[] = ['embedded', ...remoteKinds.filter((kind) => serverOf(kind))];

export const openTestCarrier = (kind: 'embedded' | RemoteKind): Promise<TestCarrier> =>
  kind === 'embedded' ? openEmbeddedCarrier() : openRemoteCarrier(kind);

export const openRemoteCarrier = (kind: RemoteKind): Promise<RemoteCarrier> =>
  kind === 'redis' ? openRedisCarrier() : openPostgresCarrier();

async function openEmbeddedCarrier(): Promise<TestCarrier> {
  const folder = await createStoreFolder();
  const database = await openDatabase({ location: { kind: 'embedded', dataDir: folder.path }, migrate: true, onWarning: refuse });
  const carrier: QueueCarrier = { kind: 'postgres', connection: database.queueConnection };
  return {
    carrier,
    ...pastTheCatalog(carrier),
    async close() {
      await database.close();
      await folder.remove();
    },
  };
}

function refuse(warning: string): void {
  throw new Error(warning);
}

async function openRedisCarrier(): Promise<RemoteCarrier> {
  const { direct, outage, cuttable } = await byCuttableWay(required('redis'), 6379);
  const prefix = `cairn_queue_${randomBytes(6).toString('hex')}`;
  return {
    carrier: { kind: 'redis', url: cuttable, prefix },
    outage,
    ...pastTheCatalog({ kind: 'redis', url: direct, prefix }),
    close: () => outage.close(),
  };
}

/** `url` leads to the carrier's database by the way that can be cut. */
export async function openPostgresCarrier(): Promise<RemoteCarrier & { readonly url: string }> {
  const server = required('postgres');
  const name = `cairn_queue_${randomBytes(6).toString('hex')}`;
  await runStatement(server, `create database ${name}`);
  const database = new URL(server);
  database.pathname = `/${name}`;
  const { direct, outage, cuttable } = await byCuttableWay(database.href, 5432);
  return {
    carrier: { kind: 'postgres', connection: { connectionString: cuttable } },
    outage,
    url: cuttable,
    ...pastTheCatalog({ kind: 'postgres', connection: { connectionString: direct } }),
    async close() {
      await outage.close();
      await runStatement(server, `drop database ${name} with (force)`);
    },
  };
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function byCuttableWay(direct: string, defaultPort: number) {
  const url = new URL(direct);
  const outage = await createOutage(url.hostname, Number(url.port || defaultPort));
  url.hostname = '127.0.0.1';
  url.port = String(outage.port);
  return { direct, outage, cuttable: url.href };
}

function pastTheCatalog(direct: QueueCarrier): Pick<TestCarrier, 'lose' | 'addRaw' | 'jobs'> {
  const ask = async <T>(queue: string, question: (queue: CarriedQueue) => Promise<T>): Promise<T> => {
    const line = createQueueLine(direct, queue, createFaultLog(createKeptLog(), 'test'));
    const answer = await line.ask(question, 10_000);
    await line.close();
    return answer;
  };
  return {
    lose: (name) => ask(name, (queue) => queue.obliterate({ force: true })),
    jobs: (name) => ask(name, async (queue) => (await queue.getJobs()).map((job) => job.toJSON())),
    async addRaw(name, job, data) {
      await ask(name, (queue) => queue.add(job, data, { removeOnFail: true }));
    },
  };
}

function serverOf(kind: RemoteKind): string | undefined {
  return process.env[kind === 'redis' ? 'CAIRN_TEST_REDIS_URL' : 'CAIRN_TEST_DATABASE_URL'];
}

function required(kind: RemoteKind): string {
  const url = serverOf(kind);
  if (url === undefined) throw new Error(`no ${kind} for tests`);
  return url;
}
