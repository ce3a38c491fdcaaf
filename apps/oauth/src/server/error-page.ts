import { createHash } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { consentPage } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import { isStoreAway, storeAway } from './store-away.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem;color:#1c1b1a;background:#fbfaf8}' +
  'h1{font-size:1.4rem}code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#eceae6;background:#1b1a19}}';

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What a person can do about it, by the error's name. */
const advice: Readonly<Record<string, string>> = {
  [storeAway.error]: 'The service cannot reach its database at the moment. Wait a moment, and start again from the app.',
  invalid_client: 'The app is not registered here, or no longer is. Remove the connection in the app and add it again.',
  invalid_redirect_uri: 'The app asked to be answered at an address that it has not registered. Do not go on if you did not start this.',
};

/**
 * The page for a request that cannot be answered at the app's own address. A flow whose time ran out goes back to the consent page,
 * which says so. Nothing of the request is on the page but the error's name.
 */
export function createErrorPage(addresses: Addresses): NonNullable<Configuration['renderError']> {
  return (ctx, { error }, cause) => {
    const expired = expiredInteraction(ctx);
    if (expired !== undefined) {
      ctx.status = 303;
      ctx.redirect(consentPage(addresses, expired, 'expired'));
      return;
    }
    ctx.type = 'html';
    ctx.set('content-security-policy', policy);
    ctx.set('x-frame-options', 'DENY');
    ctx.body = pageOf(isStoreAway(cause) ? storeAway.error : error);
  };
}

/** A flow is resumed under its interaction's id; all that can fail there is its time. */
function expiredInteraction({ oidc, params }: KoaContextWithOIDC & { params?: Record<string, string> }): string | undefined {
  return oidc.route === 'resume' && oidc.client === undefined ? params?.['uid'] : undefined;
}

function pageOf(error: string): string {
  const name = /^[a-z_]+$/.test(error) ? error : 'error';
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>This app could not be connected</title><style>${style}</style></head>
<body><main>
<h1>This app could not be connected</h1>
<p>${(Object.hasOwn(advice, name) && advice[name]) || 'Its request is not one that this service can answer. Start again from the app; if it stays, the app has to be mended.'}</p>
<p>Error: <code>${name}</code></p>
</main></body>
</html>
`;
}
