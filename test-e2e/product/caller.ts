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
  readonly baseUrl: string;
  readonly secret: string;
  /** `POST /mcp/tools/call` with a key. */
  tool(name: string, args: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** `/mcp` as a client of a 2025 revision that skips the handshake. */
  mcp(name: string, args: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** `/mcp` as a client of 2026-07-28. */
  modern(name: string, args: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A REST call with JSON. */
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Calls a product with one credential. `headers` go with every call. */
export function callerFor(baseUrl: string, secret: string, headers: Record<string, string> = {}): Caller {
  const common = { authorization: `Bearer ${secret}`, ...headers };
  const json = { 'content-type': 'application/json', ...common };
  const post = (path: string, own: Record<string, string>, params: object) =>
    call(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { ...json, ...own },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
  return {
    baseUrl,
    secret,
    tool: (name, args, own) => post('/mcp/tools/call', { ...own }, { name, arguments: args }),
    mcp: (name, args, own) => post('/mcp', { ...legacyHeaders, ...own }, { name, arguments: args }),
    modern: (name, args, own) =>
      post('/mcp', { ...modernHeaders('tools/call', name), ...own }, { name, arguments: args, _meta: modernEnvelope }),
    rest: (method, path, body, own) =>
      call(`${baseUrl}${path}`, {
        method,
        headers: { ...common, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...own },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

const bothTypes = 'application/json, text/event-stream';

/** What a client of the newest revision with a handshake sends beside its message. */
export const legacyHeaders = { accept: bothTypes, 'mcp-protocol-version': '2025-11-25' } as const;

/** What a client of 2026-07-28 puts into `_meta` of every request. */
export const modernEnvelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
} as const;

/** The headers by which such a client repeats what its message says. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    accept: bothTypes,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': headerText(name) }),
  };
}

/** Text that a header cannot carry as it is goes in base64, as the revision says. */
function headerText(text: string): string {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
