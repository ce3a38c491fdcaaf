import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Exchange } from './exchange.ts';
import { callerInfo } from './handler-caller.ts';
import { legacyMessage } from './legacy-message.ts';
import { createLegacyServer } from './legacy-server.ts';
import type { ServerParts } from './server-parts.ts';
import { legacyRequest } from './web-request.ts';

/**
 * Serves one message without a session by the SDK, on a server and a transport of its own, so that no two requests can share an
 * id. Only an extension's tools stream; without one the answer is JSON.
 */
export async function serveStateless(parts: ServerParts, exchange: Exchange): Promise<Response> {
  const { caller, accepts } = exchange;
  const parsedBody = legacyMessage(exchange.message);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !parts.extension || !accepts.events });
  const server = createLegacyServer(parts);
  const gone = new Promise<Response>((resolve) => {
    caller.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true });
  });
  await server.connect(transport);
  const served = transport.handleRequest(legacyRequest('POST', exchange.headers), {
    parsedBody,
    authInfo: callerInfo(caller),
  });
  const response = await Promise.race([served, gone]);
  return closingAfter(response, () => server.close());
}

/** The response, with `close` called when its body has ended or was cancelled. */
function closingAfter(response: Response, close: () => Promise<void>): Response {
  const { body, status, headers } = response;
  if (!body) {
    void close();
    return response;
  }
  const watched = body.pipeThrough(new TransformStream({ flush: close, cancel: close }));
  return new Response(watched, { status, headers });
}
