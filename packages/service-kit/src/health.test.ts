import { setTimeout as sleep } from 'node:timers/promises';
import { WrongMasterKey, WritesRefused } from '@cairn/core';
import { describe, expect, it, vi } from 'vitest';
import { serveReadiness } from './health.ts';
import type { Probe } from './health.ts';
import { createHttp } from './http/create-http.ts';
import { keptLog } from './testing/log.ts';
import { portOf } from './testing/port-of.ts';

function newApp(probes: Readonly<Record<string, Probe>>, timeoutMs?: number) {
  const log = keptLog();
  const app = createHttp({ logger: log.logger });
  serveReadiness(app, { probes, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  return { app, log };
}

async function refuse(): Promise<never> {
  throw new Error('connect ECONNREFUSED 10.0.0.5:5432');
}

describe('GET /readyz', () => {
  it('is 200 when every dependency answers', async () => {
    const { app } = newApp({ database: async () => {}, queue: async () => 'PONG' });
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok', queue: 'ok' } }]);
  });

  it('tells notes, which do not decide', async () => {
    const app = createHttp({ logger: keptLog().logger });
    serveReadiness(app, { probes: { database: async () => {} }, notes: () => ({ embedding: 'unable' }) });
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: 'ready', notes: { embedding: 'unable' } }]);
  });

  it('tells the notes of now, however long results of probes stand', async () => {
    const app = createHttp({ logger: keptLog().logger });
    let state = 'loading';
    serveReadiness(app, { probes: { database: async () => {} }, notes: () => ({ embedding: state }) });
    await app.inject('/readyz');
    state = 'ready';
    expect((await app.inject('/readyz')).json()).toMatchObject({ notes: { embedding: 'ready' } });
  });

  it('answers HEAD too', async () => {
    const { app } = newApp({});
    const answer = await app.inject({ method: 'HEAD', url: '/readyz' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  it('is 503 and names the dependency that fails, and keeps why to the log', async () => {
    const { app, log } = newApp({ database: refuse, queue: async () => {} });
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable', checks: { database: 'failed', queue: 'ok' } }]);
    expect(answer.headers['retry-after']).toBe('1');
    expect(log.entries().find(({ dependency }) => dependency === 'database')).toMatchObject({
      level: 'warn',
      err: { message: expect.stringContaining('10.0.0.5') },
    });
  });

  it('lets a dependency that it is asked without not decide, and tells of it all the same', async () => {
    const { app } = newApp({ database: async () => {}, queue: refuse });
    const answer = await app.inject('/readyz?without=queue');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok', queue: 'failed' } }]);
    for (const query of ['', '?without=database', '?without=queue&without=database', '?without=cache']) {
      expect([query, (await app.inject(`/readyz${query}`)).statusCode]).toEqual([query, 503]);
    }
  });

  it('is 503 while it closes, with everything there', async () => {
    const { app } = newApp({ database: async () => {} });
    app.get('/stuck', () => new Promise(() => {}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = `http://127.0.0.1:${portOf(app.server)}`;
    // Keeps a connection, so that it lingers.
    void fetch(`${address}/stuck`).catch(() => {});
    await vi.waitFor(
      () => new Promise<void>((resolve, reject) => app.server.getConnections((_, n) => (n > 0 ? resolve() : reject(new Error('none'))))),
    );
    const closed = app.close();
    const answer = await fetch(`${address}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'closing', checks: {} }]);
    app.server.closeAllConnections();
    await closed;
  });

  it('says why of a store that answers and takes no writes', async () => {
    for (const reason of ['disk_full', 'read_only'] as const) {
      const { app } = newApp({ database: () => Promise.reject(new WritesRefused(reason)) });
      const answer = await app.inject('/readyz');
      expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable', checks: { database: reason } }]);
    }
  });

  it('says that the master key is another one by now', async () => {
    const { app } = newApp({ database: () => Promise.reject(new WrongMasterKey()) });
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable', checks: { database: 'wrong_master_key' } }]);
  });

  it('takes a probe that throws for one that fails', async () => {
    const { app } = newApp({
      database: () => {
        throw new Error('closed');
      },
    });
    expect((await app.inject('/readyz')).json().checks).toEqual({ database: 'failed' });
  });

  it('waits for a silent dependency only so long', async () => {
    const { app } = newApp({ database: () => new Promise(() => {}), queue: async () => {} }, 80);
    const start = performance.now();
    const answer = await app.inject('/readyz');
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(answer.json()).toEqual({ status: 'unavailable', checks: { database: 'timeout', queue: 'ok' } });
  });

  it('asks a slow dependency once, however long it takes', async () => {
    let asked = 0;
    const { app } = newApp({
      database: async () => {
        asked += 1;
        await sleep(350);
      },
    });
    const first = app.inject('/readyz');
    await sleep(300);
    await Promise.all([first, app.inject('/readyz')]);
    expect(asked).toBe(1);
  });

  it('asks the dependencies once for all who ask at the same time, and again soon after', async () => {
    let asked = 0;
    const { app } = newApp({
      database: async () => {
        asked += 1;
        await sleep(10);
      },
    });
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
    expect(asked).toBe(1);
    await sleep(260);
    await app.inject('/readyz');
    expect(asked).toBe(2);
  });
});
