import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { keptLog } from '../testing/log.ts';
import { portOf } from '../testing/port-of.ts';
import { createHttp } from './create-http.ts';
import type { HttpOptions } from './create-http.ts';

const open: { app?: FastifyInstance; sockets: Socket[] } = { sockets: [] };

afterEach(async () => {
  for (const socket of open.sockets.splice(0)) socket.destroy();
  await open.app?.close();
});

function newApp(options: Partial<HttpOptions> = {}) {
  const log = keptLog();
  const app = createHttp({ logger: log.logger, lingerMs: 50, ...options });
  open.app = app;
  app.post('/echo', (request) => ({ body: request.body }));
  app.get('/slow', async () => {
    await sleep(200);
    return { done: true };
  });
  return { app, log };
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return portOf(app.server);
}

/** A connection with what was received on it so far; one that goes on sending does so after the other side said that it will not. */
function dial(port: number, { goesOn = false } = {}) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: goesOn });
  open.sockets.push(socket);
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const text = (): string => Buffer.concat(received).toString('utf8');
  const until = async (part: string): Promise<string> => {
    while (!text().includes(part)) await sleep(5);
    return text();
  };
  return { socket, closed, text, until };
}

const post = (payload: Buffer, length = payload.length): Buffer =>
  Buffer.concat([
    Buffer.from(`POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`),
    payload,
  ]);

/** The same body without a length: its beginning with the first 2,000 bytes, and what follows. */
function inChunks(body: Buffer): readonly [Buffer, Buffer] {
  const chunk = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const start = Buffer.concat([Buffer.from(head), chunk(body.subarray(0, 2_000))]);
  return [start, Buffer.concat([chunk(body.subarray(2_000)), Buffer.from('0\r\n\r\n')])];
}

describe('requests on the wire', () => {
  it('reads a character whose bytes come in several packets', async () => {
    const port = await listen(newApp().app);
    const request = post(Buffer.from('{"content":"\u754c"}', 'utf8'));
    const at = request.indexOf(Buffer.from('\u754c', 'utf8'));
    for (const split of [at + 1, at + 2]) {
      const { socket, until } = dial(port);
      socket.setNoDelay(true);
      socket.write(request.subarray(0, split));
      await sleep(20);
      socket.write(request.subarray(split));
      expect(await until('content')).toContain('{"body":{"content":"\u754c"}}');
    }
  });

  it('takes a caller who hangs up in the middle for no fault of the service', async () => {
    const { app, log } = newApp();
    const port = await listen(app);
    const { socket, closed } = dial(port);
    socket.write(post(Buffer.from('{"a":'), 500));
    await sleep(50);
    socket.destroy();
    await closed;
    await sleep(50);
    expect(log.entries().filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });

  it.each([
    ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
    ['headers over 16 KiB', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('answers %s with a problem and hangs up', async (_name, request, status, word) => {
    const port = await listen(newApp().app);
    const { socket, closed, text } = dial(port);
    socket.write(request);
    await closed;
    expect(text()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text()).toContain(`"code":"${word}"`);
  });

  const inChunksOf = (version: string): string =>
    `POST /echo HTTP/${version}\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;

  it.each([
    ['chunks in HTTP/1.0, which has none', inChunksOf('1.0')],
    ['chunks in HTTP/0.9', inChunksOf('0.9')],
    ['chunks in HTTP/1.0 at an address that does not decode', inChunksOf('1.0').replace('/echo', '/%ff')],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n'],
    ['one host twice', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n'],
    ['two hosts in HTTP/1.0', 'GET /nowhere HTTP/1.0\r\nConnection: keep-alive\r\nHost: localhost\r\nHost: localhost\r\n\r\n'],
  ])('refuses %s, and does nothing of what stands behind it on the connection', async (_name, request) => {
    const { app } = newApp();
    const asked: string[] = [];
    app.get('/behind', ({ url }) => void asked.push(url));
    const { socket, closed, text } = dial(await listen(app));
    socket.write(`${request}GET /behind HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await closed;
    expect(text().match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
    expect(text()).toMatch(/connection: close\r\n/i);
    expect(text()).toContain('Host stands once');
    expect(asked).toEqual([]);
  });

  it('takes what HTTP/1.0 has: a body with a length, kept connections, and no Host', async () => {
    const { socket, until } = dial(await listen(newApp().app));
    const head = 'POST /echo HTTP/1.0\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
    socket.write(`${head}{}`);
    await until('{"body":{}}');
    socket.write(`${head}[]`);
    expect(await until('{"body":[]}')).not.toContain('400');
  });

  it('lets a client that is still sending hear that its body is too large, and hangs up when it is done', async () => {
    const port = await listen(newApp({ bodyLimit: 1_000 }).app);
    const body = Buffer.alloc(200_000, 32);
    for (const chunked of [false, true]) {
      const { socket, closed, until } = dial(port, { goesOn: true });
      const faults: string[] = [];
      socket.on('error', ({ message }) => faults.push(message));
      const [start, rest] = chunked ? inChunks(body) : [post(body).subarray(0, 5_000), post(body).subarray(5_000)];
      socket.write(start);
      expect(await until('payload_too_large')).toMatch(/^HTTP\/1.1 413 [^]*connection: close/i);
      for (let at = 0; at < rest.length; at += 20_000) {
        socket.write(rest.subarray(at, at + 20_000));
        await sleep(5);
      }
      socket.end();
      await closed;
      expect(faults).toEqual([]);
    }
  });

  it('hangs up on a client that was answered and goes on sending for ever', async () => {
    const port = await listen(newApp({ bodyLimit: 1_000 }).app);
    const { socket, closed, until } = dial(port, { goesOn: true });
    socket.write(post(Buffer.alloc(5_000, 32), 2_000_000_000));
    await until('payload_too_large');
    const more = setInterval(() => socket.write(Buffer.alloc(1_000, 32)), 20);
    const start = performance.now();
    await closed;
    clearInterval(more);
    expect(performance.now() - start).toBeLessThan(7_000);
  }, 10_000);

  it('hangs up on a request that does not arrive in time', async () => {
    const port = await listen(newApp({ requestTimeoutMs: 200 }).app);
    const { socket, closed, text } = dial(port);
    socket.write(post(Buffer.from('{"a":'), 500));
    await closed;
    expect(text()).toMatch(/^HTTP\/1.1 408 /);
  }, 10_000);

  it('waits for headers only so long', () => {
    const { server } = newApp().app;
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 120_000 });
  });
});

describe('closing', () => {
  it('finishes what is under way, and lets nobody in after', async () => {
    const { app } = newApp();
    const port = await listen(app);
    const caller = dial(port);
    caller.socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await sleep(50);
    const start = performance.now();
    await app.close();
    await caller.closed;
    expect(caller.text()).toContain('{"done":true}');
    expect(performance.now() - start).toBeLessThan(2_000);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('closes connections that are idle', async () => {
    const { app } = newApp();
    const port = await listen(app);
    const idle = dial(port);
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await idle.until('"ok"');
    const start = performance.now();
    await app.close();
    await idle.closed;
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('serves a request that comes on an open connection while it drains', async () => {
    const { app } = newApp();
    const port = await listen(app);
    const caller = dial(port);
    caller.socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await sleep(50);
    const closed = app.close();
    await sleep(20);
    caller.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await closed;
    await caller.closed;
    expect(caller.text()).toContain('{"done":true}');
    expect(caller.text()).toContain('{"status":"ok"}');
  });

  it('answers what comes on a kept connection, or a new one, while it lingers, and says that the connection ends', async () => {
    const { app } = newApp({ lingerMs: 4_000 });
    const port = await listen(app);
    const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const [kept, later] = [dial(port), dial(port)];
    for (const caller of [kept, later]) {
      caller.socket.write(ask);
      await caller.until('"ok"');
      expect(caller.text()).not.toMatch(/connection: close/i);
    }
    const closed = app.close();
    await sleep(100);
    for (const caller of [kept, dial(port)]) {
      caller.socket.write(ask);
      await caller.closed;
      expect(caller.text()).toMatch(/connection: close\r\n(?:.*\r\n)*\r\n\{"status":"ok"\}$/i);
    }
    later.socket.write(ask);
    await later.closed;
    const start = performance.now();
    await closed;
    // Not the rest of the time: nobody is there any more.
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('closes at once when there is no connection', async () => {
    const { app } = newApp({ lingerMs: 4_000 });
    await listen(app);
    const start = performance.now();
    await app.close();
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('tells streams to end', async () => {
    const { app } = newApp();
    app.get('/events', (request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.raw.write('data: 1\n\n');
      request.server.closing.addEventListener('abort', () => reply.raw.end('data: bye\n\n'));
    });
    const port = await listen(app);
    const reader = dial(port);
    reader.socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await reader.until('data: 1');
    const start = performance.now();
    await app.close();
    await reader.closed;
    expect(reader.text()).toContain('data: bye');
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('cuts off what does not end in time', async () => {
    const { app } = newApp({ drainMs: 200 });
    app.get('/stuck', () => new Promise(() => {}));
    const port = await listen(app);
    const stuck = dial(port);
    stuck.socket.write('GET /stuck HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await sleep(50);
    const start = performance.now();
    await app.close();
    await stuck.closed;
    expect(performance.now() - start).toBeGreaterThan(150);
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  it('is not held up by a connection that asked nothing', async () => {
    const { app } = newApp();
    const port = await listen(app);
    const silent = dial(port);
    await sleep(50);
    const start = performance.now();
    await app.close();
    await silent.closed;
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('ends at once when it never listened', async () => {
    const { app } = newApp();
    await app.ready();
    await app.close();
    expect(app.closing.aborted).toBe(true);
  });
});
