import { CairnError } from '@cairn/core';
import type { ErrorKind } from '@cairn/core';
import type { Guard } from '@cairn/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Whether the credential of a request that was let in before would be let in again. A store that does not answer is no
 * refusal: the stream goes on until it can be asked.
 */
export function wouldBeLetIn(guard: Guard, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const before = request.principal?.credentialId;
  return new Promise((resolve) => {
    guard(request, reply, (error) => resolve(error ? !isRefusal(error) : request.principal?.credentialId === before));
  });
}

// A credential that was known and is now put off as a stranger's has been revoked.
const refusals = new Set<ErrorKind>(['unauthorized', 'forbidden', 'invalid', 'rate_limited']);

const isRefusal = (error: Error): boolean => error instanceof CairnError && refusals.has(error.kind);
