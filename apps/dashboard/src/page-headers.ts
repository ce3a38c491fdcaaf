/** The addresses that the pages are made for. */
export interface PageAddresses {
  /** The server that they call. */
  readonly baseUrl: string;
  /** Where they are; a path in it goes before those of the pages. */
  readonly appUrl: string;
}

/**
 * Headers of the document. A session is kept where scripts can read it, so no script but the app's own files ever runs: nothing inline,
 * nothing from elsewhere, and no text becomes markup anywhere (`trusted-types 'none'`). Files that people uploaded are never shown as
 * pages, and no form is sent by the browser itself.
 */
export function pageHeaders({ baseUrl }: Pick<PageAddresses, 'baseUrl'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(new URL(baseUrl).origin),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
  };
}

/** Headers of what the pages load. The names change with the content. */
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
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
