/** How a tool is called. */
export const routes = ['/mcp/tools/call', '/mcp 2025', '/mcp 2026'] as const;
export type Route = (typeof routes)[number];

export interface ToolRequest {
  readonly route: Route;
  readonly tool: string;
  readonly args: object;
  readonly key: string;
}

const revisions = { '/mcp 2025': '2025-11-25', '/mcp 2026': '2026-07-28' } as const;

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The bytes of a call of a tool, as its clients send it. */
export function toolRequest({ route, tool, args, key }: ToolRequest): Uint8Array {
  const params = { name: tool, arguments: args, ...(route === '/mcp 2026' && { _meta: envelope }) };
  return post(route === '/mcp/tools/call' ? route : '/mcp', {
    headers: { authorization: `Bearer ${key}`, ...headersOf(route, tool) },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
}

function headersOf(route: Route, tool: string): Record<string, string> {
  if (route === '/mcp/tools/call') return {};
  return {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revisions[route],
    ...(route === '/mcp 2026' && { 'mcp-method': 'tools/call', 'mcp-name': tool }),
  };
}

/** The bytes of a POST of JSON. */
export function post(path: string, { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body: object }): Uint8Array {
  const text = JSON.stringify(body);
  const all = {
    host: '127.0.0.1',
    'user-agent': 'cairn-bench',
    'content-type': 'application/json',
    ...headers,
    'content-length': Buffer.byteLength(text),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}
