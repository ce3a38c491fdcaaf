import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpConnection, type HttpAnswer } from './http-connection.ts';

let server: Server | undefined;

afterEach(() => server?.close());

/** A server that answers each request with these bytes, a piece at a time. */
async function answering(pieces: (request: string) => readonly string[]): Promise<number> {
  server = createServer((socket: Socket) => {
    socket.setNoDelay(true);
    socket.on('data', (request) => void send(socket, pieces(String(request))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function send(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function open(port: number, keepBodies = true) {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => undefined);
  const connection = await HttpConnection.open(port, { keepBodies, broken: reject });
  const ask = (request: string) =>
    Promise.race([broken, new Promise<HttpAnswer>((resolve) => connection.send(Buffer.from(request), resolve))]);
  return { connection, ask };
}

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} Any\r\nContent-Length: ${Buffer.byteLength(body)}\r\nx: y\r\n\r\n${body}`;

describe('a connection of the load', () => {
  it('reads one answer after another, however they are cut', async () => {
    const port = await answering((request) => {
      const whole = answer(Number(request), `ünïcode ${request}`);
      return Array.from({ length: Math.ceil(whole.length / 7) }, (_, at) => whole.slice(at * 7, at * 7 + 7));
    });
    const { connection, ask } = await open(port);
    expect(await ask('200')).toEqual({ status: 200, body: 'ünïcode 200' });
    expect(await ask('429')).toEqual({ status: 429, body: 'ünïcode 429' });
    connection.close();
  });

  it('takes an answer without a body, and counts a long body without keeping it', async () => {
    const port = await answering((request) => [answer(200, request === 'long' ? 'x'.repeat(10_000) : '')]);
    const { connection, ask } = await open(port, false);
    expect(await ask('none')).toEqual({ status: 200, body: '' });
    expect(await ask('long')).toEqual({ status: 200, body: '' });
    connection.close();
  });

  it('says when the server hangs up', async () => {
    const port = await answering(() => []);
    server?.on('connection', (socket: Socket) => socket.once('data', () => socket.end()));
    const { connection, ask } = await open(port);
    await expect(ask('anything')).rejects.toThrow('closed');
    connection.close();
  });
});
