import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../testing/certificate.ts';
import { keptLog } from '../testing/log.ts';
import { portOf } from '../testing/port-of.ts';
import { createHttp } from './create-http.ts';
import { loadTls } from './tls.ts';
import type { Tls } from './tls.ts';

let folder: string;
let tls: Tls;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tls-drain-'));
  tls = await loadTls(await makeCertificate(folder, 'drain'));
});
afterAll(() => rm(folder, { recursive: true }));

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

interface Held {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Resolves once a request to `/held` is under way. */
  readonly begun: Promise<void>;
  /** Answers it. */
  readonly release: () => void;
}

async function listen(lingerMs: number): Promise<Held> {
  const app = createHttp({ logger: keptLog().logger, tls, lingerMs, drainMs: 40_000 });
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/held', async () => {
    begun.resolve();
    await released.promise;
    return { done: true };
  });
  cleanUp.push(released.resolve, () => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: portOf(app.server), begun: begun.promise, release: released.resolve };
}

/** A caller that keeps its one connection. */
function caller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  cleanUp.push(() => agent.destroy());
  return (path: string): Promise<{ status: number | undefined; connection: string | undefined; isReused: boolean }> =>
    new Promise((resolve, reject) => {
      const asked = request({ agent, port, host: '127.0.0.1', path }, (response) => {
        const { statusCode: status, headers } = response;
        response.resume().once('end', () => resolve({ status, connection: headers.connection, isReused: asked.reusedSocket }));
      });
      asked.once('error', reject).end();
    });
}

test('a request under way over TLS is finished although it takes longer than the service lingers', async () => {
  const { app, port, begun, release } = await listen(0);
  const held = caller(port)('/held');
  await begun;
  // A second kept connection, which is idle, tells that the service is past its lingering.
  const idle = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  cleanUp.push(() => idle.destroy());
  const idleClosed = new Promise((resolve) => idle.once('close', resolve));
  idle.resume().write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => idle.once('data', resolve));
  const closed = app.close();
  await idleClosed;
  release();
  expect(await held).toMatchObject({ status: 200 });
  await closed;
}, 60_000);

test('what comes on a kept TLS connection while the service lingers is answered, and told that the connection ends', async () => {
  const { app, port } = await listen(15_000);
  const callers = Array.from({ length: 8 }, () => caller(port));
  for (const ask of callers) expect(await ask('/healthz')).toMatchObject({ status: 200, connection: 'keep-alive' });
  const closed = app.close();
  const answers = await Promise.all(callers.map((ask) => ask('/healthz')));
  expect(answers).toEqual(callers.map(() => ({ status: 200, connection: 'close', isReused: true })));
  // Not the rest of the time: nobody is there any more.
  await closed;
}, 60_000);

test.each([
  ['nothing of a handshake', (port: number) => connect(port, '127.0.0.1')],
  ['no request', (port: number) => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })],
])(
  'a connection that sent %s does not hold the close up',
  async (_what, dial) => {
    const { app, port } = await listen(0);
    const silent = dial(port);
    cleanUp.push(() => silent.destroy());
    const gone = new Promise((resolve) => silent.on('error', () => {}).once('close', () => resolve('closed')));
    await new Promise((resolve) => silent.once('secureConnect' in silent ? 'secureConnect' : 'connect', resolve));
    await app.close();
    silent.resume();
    expect(await gone).toBe('closed');
  },
  30_000,
);
