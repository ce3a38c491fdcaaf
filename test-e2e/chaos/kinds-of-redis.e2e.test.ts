// Needs CAIRN_TEST_DATABASE_URL, and a Redis of its own of each of redisKinds.
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { createPostgresDatabase } from '@cairn/test-kit';
import type { TestDatabase } from '@cairn/test-kit';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowPolicy, denySaves, inForce } from '../governance/rules.ts';
import { added, foundIn } from '../knowledge/documents.ts';
import { total } from '../memories/remembered.ts';
import { createServices, ended, launch, ready } from '../oauth/services.ts';
import type { Services } from '../oauth/services.ts';
import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { signIn } from '../product/person.ts';
import type { Person } from '../product/person.ts';
import { newProject, serverSettings } from '../product/stage.ts';
import { standing } from '../rate-limit/spent.ts';
import { startRedis } from '../services/index.ts';
import type { Service } from '../services/index.ts';
import { redisKinds } from '../services/redis-kinds.ts';
import { completed, save, submit } from '../tasks/tasks.ts';

const versions = {
  'redis 7': /^redis_version:7\./m,
  'redis 8': /^redis_version:8\./m,
  'valkey 8': /^valkey_version:8\./m,
};

describe.each(redisKinds)('two gateways and a worker on %s', (kind) => {
  let database: TestDatabase;
  let redis: Service;
  let services: Services;
  let person: Person;
  let worker: ChildProcess;
  let startWorker: () => Promise<void>;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createPostgresDatabase(process.env['CAIRN_TEST_DATABASE_URL'] ?? ''), startRedis({ kind })]);
    const env = { ...serverSettings({ databaseUrl: database.url, redisUrl: redis.url }), CAIRN_EMBEDDING_MODEL: 'none' };
    services = await createServices(env);
    startWorker = async () => {
      const port = await freePort();
      worker = launch('apps/worker/src/main.ts', { ...env, PORT: String(port) });
      await ready(`http://127.0.0.1:${port}`);
    };
    await Promise.all([services.start(), startWorker()]);
    person = await signIn(services);
  });
  afterAll(async () => {
    await Promise.all([ended(worker), services.remove()]);
    await Promise.all([redis.remove(), database.drop()]);
  });

  /** A key of a new project, at each of the gateways by itself. */
  async function atBoth(): Promise<{ readonly callers: readonly [Caller, Caller]; readonly keyId: string; readonly session: Caller }> {
    const { secret, keyId, session } = await newProject(person);
    const [first = '', second = ''] = services.gateways;
    return { callers: [callerFor(first, secret), callerFor(second, secret)], keyId, session };
  }

  async function inRedis<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(redis.url);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }

  test('is what is tested here', async () => {
    expect(await inRedis((client) => client.info('server'))).toMatch(versions[kind]);
  });

  test('counts requests at either of them together', async () => {
    const { callers } = await atBoth();
    const left: number[] = [];
    for (let at = 0; at < 6; at += 1) left.push(standing(await (callers[at % 2] as Caller).tool('get_memories', {})).remaining);
    const first = left[0] ?? 0;
    expect(left).toEqual(left.map((_, at) => first - at));
  });

  test('refuses a key at both once it is revoked', async () => {
    const { callers, keyId, session } = await atBoth();
    for (const caller of callers) expect((await caller.tool('get_memories', {})).status).toBe(200);
    expect((await session.rest('DELETE', `/v1/api-keys/${keyId}`)).status).toBe(204);
    for (const caller of callers) expect((await caller.tool('get_memories', {})).status).toBe(401);
  });

  test('holds to rules at both once they are in force', async () => {
    const { callers, session } = await atBoth();
    for (const caller of callers) expect((await caller.tool('save_memory', { content: 'before' })).status).toBe(200);
    await inForce(session, [allowPolicy, denySaves]);
    for (const caller of callers) expect((await caller.tool('save_memory', { content: 'after' })).status).toBe(403);
    expect(await total(callers[0])).toBe(2);
  });

  test('works on a document that one of them took, and finds it at the other', async () => {
    const { callers } = await atBoth();
    const id = await added(callers[0], 'birds.txt', 'The turnstone winters on the pier.');
    expect(await foundIn(callers[1], 'turnstone')).toEqual(new Set([id]));
  });

  test('carries tasks out although the worker is killed, each step once', async () => {
    const { callers } = await atBoth();
    const steps = Array.from({ length: 12 }, (_, at) => save(`s${at}`, `step ${at}`, at > 0 ? { depends_on: [`s${at - 1}`] } : {}));
    const ids = await Promise.all(Array.from({ length: 4 }, (_, at) => submit(callers[at % 2] as Caller, { steps })));
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
    await startWorker();
    for (const id of ids) await completed(callers[0], id);
    expect(await total(callers[0])).toBe(ids.length * steps.length);
  });

  test.each([
    ['was emptied', () => inRedis((client) => client.flushall())],
    ['was killed and came back empty', () => redis.kill().then(() => redis.restart())],
  ])('goes on once it %s', async (_what, trouble) => {
    const { callers } = await atBoth();
    const before = await added(callers[0], 'before.txt', 'The dunlin was here before.');
    await trouble();
    const id = await added(callers[1], 'after.txt', 'The whimbrel is back.');
    expect(await foundIn(callers[0], 'whimbrel')).toEqual(new Set([id]));
    expect(await foundIn(callers[1], 'dunlin')).toEqual(new Set([before]));
    await completed(callers[0], await submit(callers[1], { steps: [save('s', 'once')] }));
  });
});
