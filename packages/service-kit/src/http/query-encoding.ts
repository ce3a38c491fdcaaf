import type { FastifyInstance } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';

/**
 * Refuses a query that does not decode: the part of it that cannot be decoded would be taken as it stands there, as something else than was
 * meant. After the guards, so that a page may read the answer. 400 in the route's form; paths are refused when their route is looked for.
 */
export function refuseUnreadableQueries(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw: { url = '' } }, _reply, payload, done) => {
    const query = url.indexOf('?');
    if (query === -1 || isEncodedUtf8(url.slice(query))) done(null, payload);
    else done(new HttpFault(400, { message: unreadableAddress('query') }));
  });
}

export const unreadableAddress = (part: 'query' | 'path'): string =>
  `the ${part} of the address is not UTF-8 in percent-encoding: a % stands before two hexadecimal digits, and the bytes are characters`;

/** Whether each percent sign in an address or a form begins a byte, and the bytes are valid UTF-8. */
export function isEncodedUtf8(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
