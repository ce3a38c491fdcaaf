import { presentedCredential } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { FastifyRequest } from 'fastify';

/**
 * The session token that the guard let in, as the key under which a secret is kept for its asker. It is stored, logged and sent
 * nowhere.
 */
export function presentedSecret({ headers }: FastifyRequest): string {
  const presented = presentedCredential({ authorization: headers.authorization });
  if (presented.kind !== 'one') throw new CairnError('INTERNAL', { message: 'a secret is kept for sessions only' });
  return presented.secret;
}
