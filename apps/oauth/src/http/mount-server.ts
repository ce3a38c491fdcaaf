import { isUtf8 } from 'node:buffer';
import type { AttemptCounting, AttemptLimit, OauthRecordRepository } from '@cairn/auth';
import { HttpFault, isEncodedUtf8 } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RotatingServer } from '../keys/rotating-server.ts';
import type { Addresses } from '../server/addresses.ts';
import { normaliseTokenRequest } from '../server/authorization-request.ts';
import { notesOf } from '../server/exchange-context.ts';
import { InnerRequest } from '../server/inner-request.ts';
import { oauthPaths } from '../server/server-configuration.ts';
import { perAddress } from './per-address.ts';

export interface ServerMount {
  readonly server: RotatingServer;
  readonly addresses: Addresses;
  readonly records: Pick<OauthRecordRepository, 'clock'>;
  /** Clients that one network address may register in an hour. */
  readonly registrationsPerHour: number;
  readonly attempts: AttemptCounting;
}

/** Bytes of a form or of a client's metadata. */
const bodyLimit = 32_768;

/** Requests to connect that one address may begin; people behind one address share it. */
const authorizations: AttemptLimit = { attempts: 600, windowSeconds: 900 };

/** Browser clients anywhere speak to these; nothing here goes by cookies. */
const open = { origins: 'any' } as const;

const metadataPaths = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'] as const;

/** Serves the protocol's own endpoints: the library answers, under a request that is brought in order first. */
export function mountServer(app: FastifyInstance, mount: ServerMount): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (_request, bytes, next) => {
      if (isUtf8(bytes)) next(null, bytes.toString('utf8'));
      else next(new HttpFault(400, { message: 'the body is not valid UTF-8' }));
    });
    const answer = answerer(mount);
    const asking = mount.attempts('authorize:address', authorizations);
    const registering = mount.attempts('register:address', { attempts: mount.registrationsPerHour, windowSeconds: 3600 });
    const { authorization, token, registration, revocation, jwks } = oauthPaths;
    scope.get(authorization, { exposeHeadRoute: false, onRequest: perAddress(asking, 'requests to connect') }, answer);
    scope.get(`${authorization}/:uid`, { exposeHeadRoute: false }, answer);
    scope.post(token, { config: open }, answer);
    scope.post(revocation, { config: open }, answer);
    scope.post(registration, { config: open, onRequest: perAddress(registering, 'registrations') }, answer);
    scope.get(jwks, { config: open }, answer);
    for (const path of metadataPaths) {
      scope.get(path, { config: open }, answer);
      // Where the issuer has a path, it is asked for behind the well-known part as well (RFC 8414, section 3.1).
      if (mount.addresses.basePath !== '') scope.get(path + mount.addresses.basePath, { config: open }, answerer(mount, path));
    }
    for (const path of [token, revocation, registration, jwks, ...metadataPaths]) preflight(scope, path);
    done();
  });
}

/** So that a browser's question before the request is answered by the app's guard. */
function preflight(app: FastifyInstance, path: string): void {
  app.options(path, { config: open }, (_request, reply) => reply.code(204).send());
}

function answerer({ server, addresses, records }: ServerMount, path?: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    refuseUnstorable(request);
    const inner = new InnerRequest(request, addresses, bodyOf(request, addresses));
    if (path !== undefined) inner.url = path;
    if (request.routeOptions.url === oauthPaths.token) notesOf(inner).arrivedAt = await records.clock();
    const answer = (await server.current()).callback();
    takeOver(reply);
    await answer(inner, reply.raw);
  };
}

/**
 * U+0000 has no place in the database, and in nothing that a client means; what does not decode would be read as something else than was
 * meant. What is registered is judged by its own rules.
 */
function refuseUnstorable({ raw, body, routeOptions }: FastifyRequest): void {
  const form = routeOptions.url === oauthPaths.registration || typeof body !== 'string' ? '' : body;
  if (/%00|\0/.test((raw.url ?? '') + form)) throw new HttpFault(400, { message: 'the request holds U+0000' });
  if (!isEncodedUtf8(form)) throw new HttpFault(400, { message: 'the body is not UTF-8 in percent-encoding' });
}

function bodyOf({ body, routeOptions }: FastifyRequest, addresses: Addresses): string {
  if (typeof body !== 'string') return '';
  return routeOptions.url === oauthPaths.token ? normaliseTokenRequest(body, addresses) : body;
}

/** Hands the socket over with the headers that the app's guards have set. */
function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
}
