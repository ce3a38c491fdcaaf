/** Values of WWW-Authenticate (RFC 6750, RFC 9728). */
export interface Challenges {
  /** No credential was presented. */
  readonly plain: string;
  /** One was presented and is not good. */
  readonly invalidToken: string;
}

export function createChallenges({
  baseUrl,
  resourceMetadata = false,
}: {
  readonly baseUrl: string;
  readonly resourceMetadata?: boolean;
}): Challenges {
  const base = 'Bearer realm="cairn"';
  const pointer = resourceMetadata ? `, resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"` : '';
  return { plain: base + pointer, invalidToken: `${base}, error="invalid_token"${pointer}` };
}
