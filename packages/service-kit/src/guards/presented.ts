import { presentedCredential } from '@cairn/auth';
import type { PresentedCredential } from '@cairn/auth';
import type { FastifyRequest } from 'fastify';

/** What the request line and the headers present as a credential; the body is never asked. */
export function credentialOf(request: FastifyRequest): PresentedCredential {
  const { headers } = request.raw;
  return presentedCredential({
    authorization: authorizationOf(request),
    xApiKey: headers['x-api-key'],
    queryApiKey: queryKeyOf(request.query),
  });
}

function queryKeyOf(query: unknown): string | readonly string[] | undefined {
  if (typeof query !== 'object' || query === null || !('api_key' in query)) return undefined;
  const { api_key: key } = query;
  return Array.isArray(key) ? key.map(String) : String(key);
}

/** All values of Authorization: Node keeps only the first in `headers`. */
function authorizationOf({ raw: { headers, rawHeaders } }: FastifyRequest): string | readonly string[] | undefined {
  if (headers.authorization === undefined) return undefined;
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 13 && name.toLowerCase() === 'authorization') values.push(rawHeaders[at + 1] ?? '');
  }
  return values.length > 1 ? values : headers.authorization;
}

/** The project that the caller names; undefined when the header is absent or blank. */
export function projectHeaderOf({ raw }: FastifyRequest): string | undefined {
  const header = raw.headers['x-service-project-id'];
  if (header === undefined) return undefined;
  const value = String(header).trim();
  return value === '' ? undefined : value;
}
