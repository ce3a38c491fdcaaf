import { CairnError } from '@cairn/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../errors/answer.ts';
import { faultOf } from '../errors/fault.ts';
import type { Fault } from '../errors/fault.ts';
import { faultOfHttp, HttpFault, isHttpFaultStatus } from '../errors/http-fault.ts';
import { problemOf } from '../errors/problem.ts';
import { rpcErrorOf, rpcIdOf } from '../errors/rpc-error.ts';
import { pathOf } from './path.ts';

/** The one error handler: every error leaves in the form of its route, and of an unexpected one nothing leaves at all. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const fault = faultIn(error);
  if (fault.status >= 500 && !isGone(error, reply)) request.log.error({ err: error, req: request }, 'request failed');
  const { status, headers, body } = inFormOf(request, fault);
  for (const [name, value] of Object.entries(headers)) {
    // The guard that refused a credential has set a fuller challenge than the error knows of.
    if (name !== 'www-authenticate' || !reply.hasHeader(name)) reply.header(name, value);
  }
  reply.code(status).send(JSON.stringify(body));
}

/** Work that ended because its client went away is no fault, and nobody is there to be told. */
function isGone(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && error instanceof Error && error.name === 'AbortError';
}

function inFormOf(request: FastifyRequest, fault: Fault): Answer<object> {
  const flavour = request.routeOptions.config?.errors ?? 'problem';
  return flavour === 'problem'
    ? problemOf(fault, { requestId: request.id, instance: pathOf(request.url) })
    : rpcErrorOf(fault, { requestId: request.id, id: rpcIdOf(request.body) });
}

function faultIn(error: unknown): Fault {
  if (error instanceof CairnError) return faultOf(error);
  if (error instanceof HttpFault) return faultOfHttp(error);
  return faultOfFramework(error) ?? faultOf(new CairnError('INTERNAL'));
}

/** Errors of Fastify and its plugins name a status; their sentences may quote the request, so ours are used. */
function faultOfFramework(error: unknown): Fault | undefined {
  if (!(error instanceof Error) || !isOfFramework(error)) return undefined;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  if (status === 413) return faultOf(new CairnError('PAYLOAD_TOO_LARGE'));
  return faultOfHttp(new HttpFault(isHttpFaultStatus(status) ? status : 400));
}

/** Among them is the reset of a connection whose body Fastify was reading. */
function isOfFramework(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && (code.startsWith('FST_') || code === 'ECONNRESET');
}
