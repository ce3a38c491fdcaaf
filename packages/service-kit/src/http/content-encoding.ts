import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';

/**
 * Bodies are read as they come, so one that says it is compressed is refused: unpacked nowhere, it would be stored as something
 * else than was meant. 415 in the route's form.
 */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isEncoded(request) && hasBody(request)) {
      const message = 'send the body without a Content-Encoding; compressed bodies are not taken';
      done(new HttpFault(415, { message, headers: { 'accept-encoding': 'identity' } }));
    } else done(null, payload);
  });
}

const plain = /^[\s,]*(?:identity[\s,]*)*$/i;

function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && !plain.test(encoding);
}

/** A method whose body is never read may say of it what it likes; so may a request that brings none. */
function hasBody({ method, headers, is404 }: FastifyRequest): boolean {
  if (is404 || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
