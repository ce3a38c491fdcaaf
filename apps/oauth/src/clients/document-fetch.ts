import { version } from '@cairn/service-kit';
import { createOutsideFetch } from './outside-fetch.ts';
import type { DocumentFetch } from './outside-fetch.ts';

/**
 * Fetches the documents and keys by which clients describe themselves. The library hands over a dispatcher that drops connections to
 * addresses of inside networks; it is passed on as it came, or any client could have this server ask around in the operator's network. It drops
 * them once they are there, though; so hosts are looked up before (`outside-fetch.ts`).
 * Only https on its own port is asked, nothing is followed, and the service names itself: some hosts refuse who does not.
 */
export function createDocumentFetch(send: DocumentFetch = createOutsideFetch()): DocumentFetch {
  return async (address, options) => {
    const url = new URL(address instanceof Request ? address.url : address);
    if (url.protocol !== 'https:' || url.port !== '') throw new TypeError('documents of clients are fetched from https on port 443 alone');
    const headers = new Headers(options?.headers);
    headers.set('user-agent', `Cairn/${version}`);
    return send(url, { ...options, headers, redirect: 'manual' });
  };
}
