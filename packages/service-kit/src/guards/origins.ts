import { isLoopbackName } from './hosts.ts';

export type OriginCheck = (origin: string) => boolean;

export interface OriginOptions {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly allowedOrigins: readonly string[];
}

/**
 * Which web origins may call: those of the two addresses and the listed ones; while the service itself is at a loopback address,
 * every loopback origin too, which is where the tools of a developer run. `null` and everything else may not.
 */
export function createOriginCheck({ baseUrl, appUrl, allowedOrigins }: OriginOptions): OriginCheck {
  const known = new Set([baseUrl, appUrl, ...allowedOrigins].map((address) => new URL(address).origin));
  const isLocal = isLoopbackName(new URL(baseUrl).hostname);
  return (origin) => known.has(origin) || (isLocal && isLoopbackOrigin(origin));
}

function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(origin);
}
