import { call } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';

/** Requests that a key may make, one at each kind of address. */
export const places = [
  { name: '/mcp/tools/call', path: '/mcp/tools/call', body: rpc('tools/call', { name: 'get_memories', arguments: {} }) },
  { name: '/mcp', path: '/mcp', body: rpc('tools/call', { name: 'get_memories', arguments: {} }) },
  { name: '/v1/memories', path: '/v1/memories', body: undefined },
] as const;
export type Place = (typeof places)[number];

/** Asks there with whatever credentials the query and the headers hold. */
export function ask(baseUrl: string, { path, body }: Place, headers: Record<string, string>, query = ''): Promise<Answer> {
  const init: RequestInit =
    body === undefined ? { headers } : { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
  return call(`${baseUrl}${path}${query}`, init);
}

/** The code of a refusal, in whichever form the place has for it. */
export function codeOf({ body }: Answer): string {
  return body.code ?? body.error?.data?.error;
}

function rpc(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}
