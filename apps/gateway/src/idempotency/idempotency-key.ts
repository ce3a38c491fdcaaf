import { CairnError } from '@cairn/core';
import type { FastifyRequest } from 'fastify';

const shape = /^[!-~]{1,255}$/;

/**
 * The request's Idempotency-Key; undefined when it sends none.
 * @throws INVALID_ARGUMENT for one that is empty, too long, sent twice or not visible ASCII.
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  // Node joins a header that came twice with a comma and a space, which the shape refuses.
  if (typeof key === 'string' && shape.test(key)) return key;
  const message = 'must be sent once, as 1 to 255 visible ASCII characters';
  throw new CairnError('INVALID_ARGUMENT', {
    message: `not valid: Idempotency-Key ${message}`,
    issues: [{ path: 'Idempotency-Key', message }],
  });
}
