/** The addresses that pages are made for. */
export interface PageAddresses {
  /** The server that they call. */
  readonly baseUrl: string;
  /** Where they are; a path in it goes before their own. */
  readonly appUrl: string;
}

/** What pages differ in. */
export interface PagePolicy {
  /** The server that they call. */
  readonly baseUrl: string;
  /**
   * Whether the window that opened the page keeps its hold on it: an app in a browser may open a page as a popup and wait in its own window
   * for the answer, and any other policy would cut the popup off for good.
   */
  readonly keepsOpener: boolean;
  /** Whether the browser refuses every way by which text becomes markup or code, for pages whose scripts never need one. */
  readonly refusesMarkup: boolean;
}

/**
 * Headers of a page's document. They must come as headers: a `meta` element cannot forbid framing. No script runs but the page's own files:
 * nothing inline, nothing from elsewhere; nobody frames it, and no form is sent by the browser itself.
 */
export function pageHeaders({ baseUrl, keepsOpener, refusesMarkup }: PagePolicy): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(new URL(baseUrl).origin, refusesMarkup),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': keepsOpener ? 'unsafe-none' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
  };
}

/** Headers of what a page loads. The names of such files change with their content. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The origin and not the whole address: a path in a policy would match itself only. */
function contentSecurityPolicy(baseOrigin: string, refusesMarkup: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${baseOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(refusesMarkup ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
  ].join('; ');
}
