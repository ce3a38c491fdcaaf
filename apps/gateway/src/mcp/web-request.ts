import type { IncomingHttpHeaders } from 'node:http';
import { headerOf } from './exchange.ts';

// The SDKs look at method and headers only; bodies are given to them parsed, and nothing may depend on the address.
const address = 'http://gateway.invalid/mcp';

// What the handshake era's transport reads; credentials and cookies stay outside of the SDKs.
const legacyHeaders = ['mcp-session-id', 'mcp-protocol-version', 'last-event-id'] as const;

/** Accept was dealt with before: the SDK's transport demands both types, which many clients do not name. */
export function legacyRequest(method: 'GET' | 'POST', headers: IncomingHttpHeaders): Request {
  return new Request(address, {
    method,
    headers: [['accept', 'application/json, text/event-stream'], ['content-type', 'application/json'], ...present(headers, legacyHeaders)],
  });
}

/** The headers that mirror the message are what the modern handler compares with it. */
export function modernRequest(headers: IncomingHttpHeaders, signal: AbortSignal): Request {
  const mirrored = Object.keys(headers).filter((name) => name.startsWith('mcp-'));
  return new Request(address, { method: 'POST', signal, headers: [['content-type', 'application/json'], ...present(headers, mirrored)] });
}

function present(headers: IncomingHttpHeaders, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = headerOf(headers, name);
    return value === undefined ? [] : [[name, value]];
  });
}
