import { openGate } from '@cairn/test-kit';
import type { Gate } from '@cairn/test-kit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { added, documents, foundIn, settled } from '../knowledge/documents.ts';
import { save, total } from '../memories/remembered.ts';
import { call, callerFor } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import { callThrough } from '../product/doors.ts';
import { freePort } from '../product/free-port.ts';
import { insides } from '../product/insides.ts';
import { signIn } from '../product/person.ts';
import type { Person } from '../product/person.ts';
import { newProject, serverSettings } from '../product/stage.ts';
import type { Project } from '../product/stage.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { startPostgres, startRedis } from '../services/index.ts';
import type { Service } from '../services/index.ts';

let postgres: Service;
let redis: Service;
let gate: Gate;
let env: Readonly<Record<string, string>>;
/** Two processes on one database. */
let products: readonly [Product, Product];
let person: Person;
let project: Project;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const { hostname, port } = new URL(postgres.url);
  gate = await openGate({ host: hostname, port: Number(port) });
  const databaseUrl = postgres.url.replace(`:${port}/`, `:${gate.port}/`);
  env = serverSettings({ databaseUrl, redisUrl: redis.url });
  const first = await startProduct({ env });
  products = [first, await startProduct({ env, account: first.account })];
  person = await signIn(first);
  project = await newProject(person);
});
afterAll(async () => {
  for (const product of products) await product.stop();
  gate.close();
  await Promise.all([postgres.remove(), redis.remove()]);
});

const ready = (): Promise<Answer> => call(`${products[0].baseUrl}/readyz`);
const untilReady = () => expect.poll(async () => (await ready()).status, { timeout: 20_000, interval: 100 }).toBe(200);

/** A request at each kind of address, all of which need the database. */
const askEverywhere = () =>
  Promise.all([
    project.caller.tool('get_memories', {}),
    project.caller.tool('save_memory', { content: 'lost or kept' }),
    project.caller.rest('GET', '/v1/memories'),
    project.caller.rest('POST', '/v1/knowledge/search', { query: 'x' }),
    project.caller.mcp('get_memories', {}),
    project.caller.modern('get_memories', {}),
  ]);

describe('while Postgres is stopped', () => {
  test('readiness names it, health does not mind, and every request is told to come back', async () => {
    await save(project.caller, 'before');
    await postgres.stop();
    await expect.poll(async () => (await ready()).status, { timeout: 10_000, interval: 50 }).toBe(503);
    expect((await ready()).body).toMatchObject({ status: 'unavailable', checks: { database: expect.stringMatching(/failed|timeout/) } });
    expect((await call(`${products[0].baseUrl}/healthz`)).status).toBe(200);
    // The lease of the key is over then, so that all of them fail at the first look-up.
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const answer of await askEverywhere()) {
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(answer.text).not.toMatch(insides);
      expect(answer.body.code ?? answer.body.error.data.error).toBe('unavailable');
    }
    const plain = await project.caller.tool('get_memories', {});
    expect(plain.body.error).toMatchObject({ code: 503, data: { status: 503, error: 'unavailable', retry_after: expect.any(Number) } });
  });

  test('sign-in is told so as well, and nobody is let in', async () => {
    const { email, password } = products[0].account;
    const answer = await call(`${products[0].baseUrl}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect((await callerFor(products[0].baseUrl, `cairn_${'9'.repeat(48)}`).tool('get_memories', {})).status).toBe(503);
  });

  test('and started again, it serves within five seconds, without a start of its own', async () => {
    await postgres.restart();
    const startedAt = performance.now();
    await expect.poll(async () => (await project.caller.tool('get_memories', {})).status, { timeout: 10_000, interval: 50 }).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await untilReady();
    const id = await added(project.caller, 'after.txt', 'The turnstone is back.');
    expect(await foundIn(project.caller, 'turnstone')).toEqual(new Set([id]));
  });
});

describe('a Postgres that fails under a request', () => {
  test.each(['mcp 2025', 'mcp 2026'] as const)('is a failed call to a model by %s, whose credential is still known', async (door) => {
    await untilReady();
    onTestFinished(() => gate.mend());
    const cutUnderTheCall = async (): Promise<unknown> => {
      gate.mend();
      await project.caller.tool('get_memories', {});
      // At once, so that its lease still runs; on a machine that is busy it may be over all the same, and then nobody knows who calls.
      gate.cut();
      return (await callThrough(door, project.caller, 'save_memory', { content: 'x' }).catch(() => undefined))?.refusal;
    };
    await expect.poll(cutUnderTheCall, { timeout: 30_000 }).toMatchObject({ status: 503, word: 'unavailable' });
  });

  test('loses nothing that was acknowledged, and answers each call once it is back', async () => {
    await untilReady();
    const before = await total(project.caller);
    const saves = Array.from({ length: 60 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 10));
      return (await project.caller.tool('save_memory', { content: `during ${at}` })).status;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await postgres.kill();
    await postgres.restart();
    const statuses = await Promise.all(saves);
    for (const status of statuses) expect([200, 503]).toContain(status);
    await untilReady();
    const kept = statuses.filter((status) => status === 200).length;
    expect(await total(project.caller)).toBeGreaterThanOrEqual(before + kept);
  });

  test('and ends its connections one by one is asked again', async () => {
    const admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    for (let round = 0; round < 3; round += 1) {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
      const answer = await project.caller.tool('get_memories', { limit: 1 });
      expect([200, 503]).toContain(answer.status);
    }
    await admin.end();
    expect((await project.caller.tool('get_memories', { limit: 1 })).status).toBe(200);
    const all = await Promise.all(Array.from({ length: 100 }, () => project.caller.tool('get_memories', { limit: 1 })));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('while Postgres is silent', () => {
  test('a process that is told to end answers the call under way and ends in order within ten seconds', async () => {
    const { hostname, port } = new URL(postgres.url);
    const own = await openGate({ host: hostname, port: Number(port) });
    onTestFinished(() => own.close());
    const databaseUrl = postgres.url.replace(`:${port}/`, `:${own.port}/`);
    const third = await startProduct({ env: { ...env, DATABASE_URL: databaseUrl }, account: products[0].account });
    const caller = callerFor(third.baseUrl, project.secret);
    await save(caller, 'before');
    own.freeze();
    const underWay = caller.tool('save_memory', { content: 'kept or refused' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const startedAt = performance.now();
    expect(await third.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect((await underWay).status).toBe(503);
  }, 30_000);

  test('readiness says so, and all goes on when it speaks again', async () => {
    onTestFinished(() => gate.thaw());
    gate.freeze();
    await expect.poll(async () => (await ready()).status, { timeout: 10_000, interval: 100 }).toBe(503);
    expect((await ready()).body.checks).toMatchObject({ database: 'timeout' });
    expect((await call(`${products[0].baseUrl}/healthz`)).status).toBe(200);
    gate.thaw();
    await untilReady();
    expect((await project.caller.tool('get_memories', {})).status).toBe(200);
  });
});

/** A process that starts while not all is well: as it stands, and once it is ready. */
async function starting() {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const started = startProduct({ env, account: products[0].account, port });
  // Whoever waits for it hears of a start that fails.
  started.catch(() => undefined);
  const stands = () =>
    call(`${baseUrl}/readyz`).then(
      ({ status, body }) => ({ status, checks: body.checks }),
      () => undefined,
    );
  return { caller: callerFor(baseUrl, project.secret), started, stands };
}

describe('a process that starts', () => {
  test('while Postgres takes no writes says so in one line, reads, and is ready within five seconds when it takes them', async () => {
    await untilReady();
    await save(project.caller, 'before');
    const owner = new Client({ connectionString: postgres.url, options: '-c default_transaction_read_only=off' });
    await owner.connect();
    onTestFinished(() => owner.end());
    const database = (await owner.query<{ name: string }>('select quote_ident(current_database()) as name')).rows[0]?.name;
    await owner.query(`alter database ${database} set default_transaction_read_only = on`);
    const third = await starting();
    const { caller, started, stands } = third;
    try {
      await expect.poll(stands, { timeout: 60_000 }).toMatchObject({ status: 503, checks: { database: 'read_only' } });
      expect((await caller.tool('get_memories', {})).status).toBe(200);
      const refused = await caller.tool('save_memory', { content: 'not now' });
      expect([refused.status, refused.body.error.data.error]).toEqual([503, 'unavailable']);
    } finally {
      await owner.query(`alter database ${database} reset default_transaction_read_only`);
    }
    const startedAt = performance.now();
    await expect.poll(async () => (await stands())?.status, { timeout: 30_000, interval: 50 }).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    const product = await started;
    await save(caller, 'well again');
    const told = product
      .output()
      .split('\n')
      .filter((line) => /takes no writes.*reads go on/.test(line));
    expect(told).toHaveLength(1);
    expect(await product.stop()).toBe(0);
    await untilReady();
  });
});

describe('while Redis is stopped', () => {
  test('readiness names the queue, and requests are served', async () => {
    await redis.stop();
    await expect.poll(async () => (await ready()).status, { timeout: 15_000, interval: 100 }).toBe(503);
    expect((await ready()).body).toMatchObject({ checks: { database: 'ok', queue: expect.stringMatching(/failed|timeout/) } });
    expect((await askEverywhere()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('a revoked key is refused by the next request at every process', async () => {
    const own = await newProject(person);
    for (const { baseUrl } of products) expect((await callerFor(baseUrl, own.secret).tool('get_memories', {})).status).toBe(200);
    expect((await own.session.rest('DELETE', `/v1/api-keys/${own.keyId}`)).status).toBe(204);
    for (const { baseUrl } of products) expect((await callerFor(baseUrl, own.secret).tool('get_memories', {})).status).toBe(401);
  });

  test('a document is taken, and worked on once it is back', async () => {
    const sent = await project.caller.rest('POST', documents, { title: 'waiting.txt', content: 'The whimbrel waits.' });
    expect(sent.status).toBe(202);
    await redis.restart();
    expect(await settled(project.caller, sent.body.document_id, 40_000)).toMatchObject({ status: 'ready' });
    await untilReady();
  });

  test('a process that starts serves, says what it waits for, and is ready when it is back', async () => {
    await redis.stop();
    const { caller, started, stands } = await starting();
    await expect
      .poll(stands, { timeout: 60_000 })
      .toMatchObject({ status: 503, checks: { database: 'ok', queue: expect.stringMatching(/failed|timeout/) } });
    await save(caller, 'without a queue');
    await redis.restart();
    const product = await started;
    expect(await product.stop()).toBe(0);
  });
});
