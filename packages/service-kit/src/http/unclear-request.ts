import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';

/** Connections on which nothing more is taken for a request. */
const ended = new WeakSet<Socket>();

/**
 * Refuses what Node reads as a request and a proxy in front may read as another one, and ends the connection: what stands behind it on the
 * same connection, which was perhaps never meant as a request, is refused too and does nothing.
 */
export function refuseUnclearRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => done(unclearRequest(raw)));
}

/** What is wrong with the request, or with one before it on its connection; undefined when nothing is. */
export function unclearRequest({ rawHeaders, headers, httpVersion, socket }: IncomingMessage): HttpFault | undefined {
  if (headers['transfer-encoding'] !== undefined && httpVersion !== '1.1') ended.add(socket);
  else if (namesTwoHosts(rawHeaders)) ended.add(socket);
  if (!ended.has(socket)) return undefined;
  const message =
    'the request does not say plainly where it ends or whom it is for: Transfer-Encoding is of HTTP/1.1, and Host stands once';
  return new HttpFault(400, { message, headers: { connection: 'close' } });
}

/** Node keeps only the first in `headers` (RFC 9112, 3.2). */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
