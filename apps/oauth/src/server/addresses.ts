/** The addresses that the server speaks of; all follow from where the service and its web pages are. */
export interface Addresses {
  /** Of the server itself: `iss`, without a trailing slash. */
  readonly issuer: string;
  /** What access tokens are made out to. */
  readonly resource: string;
  readonly appUrl: string;
  /** Path that a reverse proxy takes off, such as `/cairn`; empty at the root of a host. */
  readonly basePath: string;
}

export function addressesOf({ baseUrl, appUrl }: { readonly baseUrl: string; readonly appUrl: string }): Addresses {
  const { pathname } = new URL(baseUrl);
  return { issuer: baseUrl, resource: `${baseUrl}/mcp`, appUrl, basePath: pathname === '/' ? '' : pathname };
}

/** What the consent page tells instead of asking. */
export type PageError = 'wrong_browser' | 'expired' | 'unavailable';

/** The consent page on an interaction. */
export function consentPage({ appUrl }: Addresses, interaction: string, error?: PageError): string {
  const query = new URLSearchParams({ interaction, ...(error === undefined ? {} : { error }) });
  return `${appUrl}/oauth/consent?${query.toString()}`;
}
