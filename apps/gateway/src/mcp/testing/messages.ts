import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { TestKey } from './app.ts';

export interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is. */
  readonly body: unknown;
}

const both = 'application/json, text/event-stream';

export interface Request {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> & { readonly _meta?: object };
}

/** A request of the handshake era. */
export function legacy({ id = 1, method, params }: Request, headers: Message['headers'] = {}): Message {
  return { headers, body: { jsonrpc: '2.0', id, method, ...(params && { params }) } };
}

/** A request of 2026-07-28 with its envelope and the headers that mirror it; `headers` replaces some, an empty one removes it. */
export function modern({ id = 1, method, params = {} }: Request, headers: Message['headers'] = {}): Message {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = params['name'] ?? params['uri'];
  const mirrored = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
    ...headers,
  };
  const { _meta: meta, ...given } = params;
  const body = { jsonrpc: '2.0', id, method, params: { ...given, _meta: { ...envelope, ...meta } } };
  return { headers: Object.fromEntries(Object.entries(mirrored).filter(([, value]) => value !== '')), body };
}

export function post(app: FastifyInstance, key: TestKey | undefined, { headers, body }: Message): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      host: 'localhost:8787',
      accept: both,
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key.secret}` }),
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The messages of an answer, whether it is one object, a stream of events or nothing. */
export function messagesIn(body: string): object[] {
  if (body.startsWith('{')) return [JSON.parse(body)];
  const events = body.split('\n').filter((line) => line.startsWith('data: '));
  return events.map((line): object => JSON.parse(line.slice('data: '.length)));
}

/** An answer's messages without what differs from app to app: keys' projects and request ids. */
export function comparable(body = ''): object[] {
  return messagesIn(body.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'));
}
