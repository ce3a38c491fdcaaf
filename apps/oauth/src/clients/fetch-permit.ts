import { addressBucket, AttemptLimiter } from '@cairn/auth';
import { InnerRequest } from '../server/inner-request.ts';

/** Documents that one address may have fetched; those that are known from before are not counted. */
const limit = { attempts: 30, windowSeconds: 60 } as const;

/** Whether a document may be fetched on a caller's behalf. Outside a request nothing is fetched. */
export function createFetchPermit(): (ctx: { readonly req: unknown } | undefined) => boolean {
  const limiter = new AttemptLimiter({ limit });
  return (ctx) => ctx?.req instanceof InnerRequest && limiter.take(addressBucket(ctx.req.address)) === 0;
}
