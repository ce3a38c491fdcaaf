import type { Dead } from './flow-state.ts';

/** What the address of the page asks for: a request to decide, or the end of one. */
export type PageRequest = { readonly kind: 'interaction'; readonly uid: string } | { readonly kind: 'dead'; readonly reason: Dead };

const reasons: Readonly<Record<string, Dead>> = {
  wrong_browser: 'wrong-browser',
  expired: 'expired',
  rate_limited: 'rate-limited',
  unavailable: 'unavailable',
  server_error: 'unavailable',
};

/** As long as an id of the server can be. */
const longest = 128;

/** Reads `?interaction=` and `?error=`, of which the error counts when there are both. */
export function pageRequestOf(search: string): PageRequest {
  const query = new URLSearchParams(search);
  const error = query.get('error');
  if (error !== null) return { kind: 'dead', reason: (Object.hasOwn(reasons, error) ? reasons[error] : undefined) ?? 'refused' };
  const uid = query.get('interaction');
  return uid !== null && /^[\w-]+$/.test(uid) && uid.length <= longest
    ? { kind: 'interaction', uid }
    : { kind: 'dead', reason: 'no-request' };
}
