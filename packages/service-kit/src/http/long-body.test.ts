import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { keptLog } from '../testing/log.ts';
import { portOf } from '../testing/port-of.ts';
import { createHttp } from './create-http.ts';
import { awaitLongBody } from './long-body.ts';

/** Counts the bytes of a body at `/short`, and at `/long` for as long as it takes. */
async function counting(): Promise<FastifyInstance> {
  const app = createHttp({ logger: keptLog().logger, requestTimeoutMs: 500 });
  app.addContentTypeParser('text/plain', (_request, payload, done) => done(null, payload));
  for (const path of ['/short', '/long']) {
    app.post(path, async (request, reply) => {
      if (path === '/long') awaitLongBody(request, reply);
      let bytes = 0;
      for await (const part of request.body as AsyncIterable<Buffer>) bytes += part.length;
      return { bytes };
    });
  }
  await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  return app;
}

/** What is answered to ten bytes that take five seconds. */
async function slowly(app: FastifyInstance, path: string): Promise<string> {
  const socket = connect(portOf(app.server), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 10\r\nconnection: close\r\n\r\n`);
  for (let at = 0; at < 10 && socket.writable; at += 1) {
    await sleep(500);
    socket.write('x');
  }
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

test('a body that takes longer than a request may is refused, unless its route waits for it', { timeout: 20_000 }, async () => {
  const app = await counting();
  const [short, long] = await Promise.all([slowly(app, '/short'), slowly(app, '/long')]);
  expect(short).toMatch(/^HTTP\/1\.1 408 /);
  expect(long).toMatch(/^HTTP\/1\.1 200 /);
  expect(long).toContain('{"bytes":10}');
});
