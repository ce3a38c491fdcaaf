import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { QueueCarrier } from '../carrier.ts';
import { createFaultLog } from '../fault-log.ts';
import { createQueueLine } from '../queue-line.ts';
import type { CarriedQueue } from '../queue-line.ts';
import { createKeptLog } from './log.ts';
import { createOutage } from './outage.ts';
import type { Outage } from './outage.ts';

/** A carrier that no other test uses, reached by a way that can be cut. */
export interface TestCarrier {
  readonly carrier: QueueCarrier;
  readonly outage: Outage;
  /** Drops everything the carrier holds of the queue, as a server does that lost its memory. */
  lose(queue: string): Promise<void>;
  /** What the carrier holds of the queue. */
  jobs(queue: string): Promise<unknown>;
  /** Adds a job past the catalog. */
  addRaw(queue: string, job: string, data: unknown): Promise<void>;
  close(): Promise<void>;
}

export const carrierKinds = ['redis', 'postgres'] as const;

export const openTestCarrier = (kind: (typeof carrierKinds)[number]): Promise<TestCarrier> =>
  kind === 'redis' ? openRedisCarrier() : openPostgresCarrier();

async function openRedisCarrier(): Promise<TestCarrier> {
  const { direct, outage, cuttable } = await byCuttableWay(required('CAIRN_TEST_REDIS_URL'), 6379);
  const prefix = `cairn_queue_${randomBytes(6).toString('hex')}`;
  return {
    carrier: { kind: 'redis', url: cuttable, prefix },
    outage,
    ...pastTheCatalog({ kind: 'redis', url: direct, prefix }),
    close: () => outage.close(),
  };
}

/** `url` leads to the carrier's database by the way that can be cut. */
export async function openPostgresCarrier(): Promise<TestCarrier & { readonly url: string }> {
  const server = required('CAIRN_TEST_DATABASE_URL');
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

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must name a server for tests`);
  return value;
}
