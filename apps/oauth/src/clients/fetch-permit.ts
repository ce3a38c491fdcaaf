import { addressBucket } from '@cairn/auth';
import type { AttemptCounting } from '@cairn/auth';
import { InnerRequest } from '../server/inner-request.ts';

/** Documents that one address may have fetched; those that are known from before are not counted. */
const limit = { attempts: 30, windowSeconds: 60 } as const;

/** Whether a document may be fetched on a caller's behalf. Outside a request nothing is fetched. */
export function createFetchPermit(counting: AttemptCounting): (ctx: { readonly req: unknown } | undefined) => Promise<boolean> {
  const attempts = counting('document:address', limit);
  return async (ctx) => ctx?.req instanceof InnerRequest && (await attempts.take(addressBucket(ctx.req.address))) === 0;
}
