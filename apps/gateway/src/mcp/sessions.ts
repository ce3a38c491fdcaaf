import type { IncomingHttpHeaders } from 'node:http';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Exchange } from './exchange.ts';
import { callerInfo } from './handler-caller.ts';
import type { InboundRequest } from './inbound.ts';
import { legacyMessage } from './legacy-message.ts';
import { createLegacyServer } from './legacy-server.ts';
import type { ServerParts } from './server-parts.ts';
import { SessionStore } from './session-store.ts';
import type { Session, SessionBody, SessionLimits } from './session-store.ts';
import { legacyRequest } from './web-request.ts';

const sweepMs = 60_000;

type Transport = WebStandardStreamableHTTPServerTransport;

class Connection implements SessionBody {
  readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  close(): void {
    void this.transport.close();
  }
}

export type OpenSession = Session<Connection>;

/** Sessions of the handshake era, kept in this process: for one gateway, or for a balancer that keeps a client at one. */
export class Sessions {
  readonly #parts: ServerParts;
  readonly #store: SessionStore<Connection>;
  readonly #sweeper: NodeJS.Timeout;

  constructor(parts: ServerParts, limits: SessionLimits) {
    this.#parts = parts;
    this.#store = new SessionStore(limits);
    this.#sweeper = setInterval(() => this.#store.endIdle(), sweepMs).unref();
  }

  find(id: string, credentialId: string): OpenSession | undefined {
    return this.#store.find(id, credentialId);
  }

  hold(session: OpenSession): () => void {
    return this.#store.hold(session);
  }

  end(session: OpenSession): void {
    this.#store.end(session);
  }

  /** Answers an `initialize` with a new session's id; undefined when no more sessions can be held. */
  async open(exchange: Exchange<InboundRequest>): Promise<Response | undefined> {
    const { message, caller } = exchange;
    legacyMessage(message);
    const session = this.#store.open(caller.actor.credentialId, (id) => new Connection(this.#createTransport(id)));
    if (!session) return undefined;
    await createLegacyServer(this.#parts).connect(session.body.transport);
    return this.serve(session, exchange);
  }

  serve(session: OpenSession, { message, headers, caller }: Exchange): Promise<Response> {
    return session.body.transport.handleRequest(legacyRequest('POST', headers), {
      parsedBody: legacyMessage(message),
      authInfo: callerInfo(caller),
    });
  }

  /** The stream of what the server sends on its own; one at a time for each session. */
  listen(session: OpenSession, headers: IncomingHttpHeaders): Promise<Response> {
    return session.body.transport.handleRequest(legacyRequest('GET', headers));
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.#store.endAll();
  }

  // Without an extension nothing ever streams, so calls are answered with JSON.
  #createTransport(id: string): Transport {
    const { extension } = this.#parts;
    const { eventStore, retryInterval } = extension?.legacy ?? {};
    return new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      enableJsonResponse: !extension,
      ...(eventStore && { eventStore }),
      ...(retryInterval !== undefined && { retryInterval }),
    });
  }
}
