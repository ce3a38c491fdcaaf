/** What came back of one HTTP call. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON where it is JSON, else as text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a black-box suite looks into bodies whose shape is what it checks
  readonly body: any;
  readonly text: string;
}

export async function call(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text), text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface Caller {
  /** `POST /mcp/tools/call` with a key. */
  tool(name: string, args: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** `/mcp` as a client of a 2025 revision that skips the handshake. */
  mcp(name: string, args: unknown): Promise<Answer>;
  /** A REST call with JSON. */
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Calls a product with one credential. */
export function callerFor(baseUrl: string, secret: string): Caller {
  const authorization = `Bearer ${secret}`;
  const json = { 'content-type': 'application/json', authorization };
  const rpc = (name: string, args: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  return {
    tool: (name, args, headers) => call(`${baseUrl}/mcp/tools/call`, { method: 'POST', headers: { ...json, ...headers }, body: rpc(name, args) }),
    mcp: (name, args) =>
      call(`${baseUrl}/mcp`, {
        method: 'POST',
        headers: { ...json, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
        body: rpc(name, args),
      }),
    rest: (method, path, body, headers) =>
      call(`${baseUrl}${path}`, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
