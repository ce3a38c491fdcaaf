/** The addresses that the page is made for. */
export interface PageAddresses {
  /** The server that it calls. */
  readonly baseUrl: string;
  /** Where the page itself is; its path goes before `/oauth/consent`. */
  readonly appUrl: string;
}

/**
 * Headers of the page. They must come as headers: a `meta` element cannot forbid framing. The opener is left alone on purpose: an app
 * in a browser may open this page as a popup and wait in its own window for the answer, and any other policy would cut the popup off
 * for good. No address may be framed, nothing is loaded from elsewhere, and no form is sent, so the app's address is reached by a
 * redirect of the server alone.
 */
export function pageHeaders({ baseUrl }: Pick<PageAddresses, 'baseUrl'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(new URL(baseUrl).origin),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
  };
}

/** Headers of what the page loads. The names change with the content. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The origin and not the whole address: a path in a policy would match itself only. */
function contentSecurityPolicy(baseOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${baseOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
