import { presentedCredential } from '@cairn/auth';
import type { PersonActor } from '@cairn/auth';
import { createReader } from '@cairn/contracts';
import type { Reader } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { HttpFault, UnreadableBody } from '@cairn/service-kit';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** An e-mail address, two passwords and a token, with room for their escapes. */
export const bodyLimit = 16 * 1024;

/** Reads a JSON body by its schema. */
export function bodyReader<Schema extends z.ZodObject>(body: { readonly schema: Schema }): (request: FastifyRequest) => z.output<Schema> {
  const read: Reader<z.output<Schema>> = createReader(body.schema);
  return (request) => read(jsonOf(request));
}

function jsonOf({ body }: FastifyRequest): unknown {
  if (body instanceof UnreadableBody) throw new HttpFault(400, { message: body.message });
  return body;
}

/** The person that the guard let in. */
export function personOf({ sessionUser, id, traceId }: FastifyRequest): PersonActor {
  if (sessionUser === null) throw new CairnError('UNAUTHORIZED');
  return { ...sessionUser, requestId: id, traceId };
}

/** The session token that the guard let in. */
export function secretOf({ headers }: FastifyRequest): string {
  const presented = presentedCredential({ authorization: headers.authorization });
  if (presented.kind !== 'one') throw new CairnError('UNAUTHORIZED');
  return presented.secret;
}

/** What the peer's program calls itself, fit to be shown and stored. */
export function userAgentOf({ headers }: FastifyRequest): string | undefined {
  const told = headers['user-agent']?.replaceAll(/[^ -~]/g, '').trim();
  return told ? told.slice(0, 256) : undefined;
}
