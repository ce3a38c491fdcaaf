import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Addresses } from './addresses.ts';

/** What the library gets to see of a request. */
export class InnerRequest extends IncomingMessage {
  /** The caller's network address, as the service sees it. */
  readonly address: string;
  readonly requestId: string;
  readonly #basePath: string;

  constructor(from: FastifyRequest, addresses: Addresses, body: string) {
    super(from.raw.socket);
    this.method = from.method;
    this.url = from.raw.url ?? '/';
    this.#basePath = addresses.basePath;
    this.address = from.ip;
    this.requestId = from.id;
    this.httpVersion = from.raw.httpVersion;
    this.headers = headersFor(from.headers, addresses, Buffer.byteLength(body));
    // Its body is all here; else its end would be taken for a broken connection.
    this.complete = true;
    if (body !== '') this.push(body);
    this.push(null);
  }

  /** With the part of the path that a proxy took off; the library makes addresses from it. */
  get originalUrl(): string {
    return this.#basePath + (this.url ?? '');
  }
}

/**
 * The library makes the addresses that it tells from the request's host, which anyone can write; here it is always the service's
 * own. Cookies of a sign-in session are left out: it would bind one flow to the person of an earlier one.
 */
function headersFor(given: IncomingHttpHeaders, { issuer }: Addresses, bodyBytes: number): IncomingHttpHeaders {
  const { host, protocol } = new URL(issuer);
  const { cookie, 'transfer-encoding': _transfer, 'x-forwarded-for': _for, ...rest } = given;
  return {
    ...rest,
    ...(cookie === undefined ? {} : { cookie: withoutSession(cookie) }),
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(bodyBytes === 0 && rest['content-length'] === undefined ? {} : { 'content-length': String(bodyBytes) }),
  };
}

function withoutSession(cookie: string): string {
  return cookie
    .split(';')
    .filter((pair) => !/^\s*_session(?:\.[^=]*)?=/.test(pair))
    .join(';');
}
