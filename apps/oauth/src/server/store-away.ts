import { CairnError } from '@cairn/core';
import type { Provider } from 'oidc-provider';

/** Whether it failed since the store did not answer, which passes. */
export const isStoreAway = (error: unknown): error is CairnError => error instanceof CairnError && error.code === 'STORE_UNAVAILABLE';

/** As it is told to apps, by its name in RFC 6749 (4.1.2.1). */
export const storeAway = {
  error: 'temporarily_unavailable',
  error_description: 'the service cannot reach its database at the moment; try again',
} as const;

/**
 * Answers 503 with `Retry-After` where the library has 500 for everything that it does not know: at revocation that is how a client hears
 * that its token may still stand (RFC 7009, section 2.2.1).
 */
export function tellStoreAway(server: Provider): void {
  const away = new WeakMap<object, CairnError>();
  server.on('server_error', (ctx, error) => {
    if (isStoreAway(error)) away.set(ctx, error);
  });
  server.use(async (ctx, next) => {
    await next();
    const error = away.get(ctx);
    if (error === undefined) return;
    const isPage = typeof ctx.body === 'string';
    ctx.status = 503;
    ctx.set('retry-after', String(error.retryAfter ?? 1));
    if (!isPage) ctx.body = { ...storeAway };
  });
}
