import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { headerOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { isObject, messageOf } from './inbound.ts';
import type { Inbound } from './inbound.ts';
import { rpcCodes } from './json-rpc.ts';
import { KnownEnvelopes } from './known-envelopes.ts';
import { isServedHeader, legacyRevisions, modernRevision } from './revisions.ts';

const known = new KnownEnvelopes();

/** A message that belongs to neither era as it was sent. */
export interface Refusal {
  readonly httpStatus: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * Whose rules a message is served by. The body decides: one that names a revision in `_meta` is of the modern era, and a header
 * that says otherwise is an error. Never a bare 400, which clients that know both eras take for a server of the old one.
 */
export function eraOf({ headers, message }: Pick<Exchange, 'headers' | 'message'>): 'legacy' | 'modern' | Refusal {
  const revision = headerOf(headers, 'mcp-protocol-version');
  const meta = metaOf(message);
  if (isServedHeader(revision) && makesNoClaim(meta)) return 'legacy';
  // The headers are not looked at then: the fast lane and the SDK's each compare them with the message.
  if (isObject(meta) && known.has(meta)) return 'modern';
  const method = headerOf(headers, 'mcp-method');
  const name = headerOf(headers, 'mcp-name');
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body: messageOf(message),
    ...(revision !== undefined && { protocolVersionHeader: revision }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  if (route.kind === 'reject') return route;
  if (route.kind === 'modern') {
    // Of a notification's envelope only the revision is checked.
    const checked = route.messageKind === 'request' && route.classification.revision === modernRevision;
    if (checked && isObject(meta)) known.add(meta);
    return 'modern';
  }
  if (isServedHeader(revision) || isInitialize(message)) return 'legacy';
  return message.kind === 'response' && revision === modernRevision ? unexpected : unsupported(revision);
}

function metaOf(message: Inbound): unknown {
  return message.kind === 'response' ? undefined : message.params?.['_meta'];
}

/** A `_meta` of a wrong shape is for the SDK to refuse. */
function makesNoClaim(meta: unknown): boolean {
  if (meta === undefined) return true;
  return isObject(meta) && !(PROTOCOL_VERSION_META_KEY in meta) && isToken(meta['progressToken']);
}

function isToken(token: unknown): boolean {
  return token === undefined || typeof token === 'string' || Number.isSafeInteger(token);
}

// The revision is what an initialize negotiates, so its header says nothing yet.
function isInitialize(message: Inbound): boolean {
  return message.kind === 'request' && message.method === 'initialize';
}

/** The server asks nothing by a request of its own in this revision. */
const unexpected: Refusal = {
  httpStatus: 400,
  code: rpcCodes.invalidRequest,
  message: 'a response is not taken: nothing was asked of the client',
};

function unsupported(requested: string | undefined): Refusal {
  const supported = [modernRevision, ...legacyRevisions];
  return {
    httpStatus: 400,
    code: rpcCodes.unsupportedVersion,
    message: `MCP-Protocol-Version names a revision that is not served; served are ${supported.join(', ')}`,
    data: { supported, requested },
  };
}
