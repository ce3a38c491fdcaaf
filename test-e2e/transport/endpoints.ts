import { legacyHeaders, modernEnvelope, modernHeaders } from '../product/caller.ts';

/** Where tools are called, and as whom. */
export const endpoints = [
  { name: '/mcp/tools/call', path: '/mcp/tools/call', headers: {}, params: {} },
  { name: '/mcp of 2025', path: '/mcp', headers: legacyHeaders, params: {} },
  { name: '/mcp of 2026', path: '/mcp', headers: modernHeaders('tools/call', 'save_memory'), params: { _meta: modernEnvelope } },
] as const;
export type Endpoint = (typeof endpoints)[number];

/** The JSON of a call that saves; `content` is put in as it is. */
export function saveMessage({ params }: Endpoint, content: string): string {
  const text = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'save_memory', arguments: { content: '<content>' }, ...params },
  });
  return text.replace('<content>', content);
}

/** The headers of such a call. */
export function saveHeaders({ headers }: Endpoint, secret: string): Record<string, string> {
  return { 'content-type': 'application/json', ...headers, authorization: `Bearer ${secret}` };
}
