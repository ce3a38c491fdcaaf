/** Values of WWW-Authenticate (RFC 6750, RFC 9728) for a request to `path`. */
export interface Challenges {
  /** No credential was presented. */
  readonly plain: (path: string) => string;
  /** One was presented and is not good. */
  readonly invalidToken: (path: string) => string;
  /** A good access token was granted less than the call needs: for 403. */
  readonly insufficientScope: (path: string) => string;
}

/** The one scope that a client can ask for. */
const scope = 'mcp';

/** With a slash at the end the resource has another name, and clients compare names. */
const withSlash = '/mcp/';

/** Where the metadata of the resource is by which `path` is known (RFC 9728, section 3.1). */
export function resourceMetadataUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}${path === withSlash ? withSlash : '/mcp'}`;
}

/** Challenges of one scheme in one header, since some clients read the first alone. */
export function createChallenges({
  baseUrl,
  resourceMetadata = false,
}: {
  readonly baseUrl: string;
  readonly resourceMetadata?: boolean;
}): Challenges {
  const hints = (path: string): string => `, resource_metadata="${resourceMetadataUrl(baseUrl, path)}", scope="${scope}"`;
  const [plain, slashed] = resourceMetadata ? [hints('/mcp'), hints(withSlash)] : ['', ''];
  const of = (path: string, error: string): string => `Bearer realm="cairn"${error}${path === withSlash ? slashed : plain}`;
  return {
    plain: (path) => of(path, ''),
    invalidToken: (path) => of(path, ', error="invalid_token"'),
    insufficientScope: (path) => of(path, ', error="insufficient_scope"'),
  };
}
