import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How often connections that fell idle meanwhile are closed, in milliseconds. */
const sweepMs = 50;

export interface DrainOptions {
  /** Milliseconds after which what is still open is cut off. */
  readonly drainMs: number;
  /**
   * Milliseconds, at most half of `drainMs`, for which a connection that is there may still bring a request, and new ones are let in:
   * whoever keeps connections learns from the answer that this one ends, instead of having a request cut off that was on its way.
   */
  readonly lingerMs: number;
}

/**
 * Makes `app.close()` drain: it lingers while there are connections, answers carry `Connection: close`; then no new connection, requests
 * under way are finished, connections that fall idle are closed, and what is still open in the end is cut off. Streams are told to
 * end at once, by `app.closing`.
 */
export function drainOnClose(app: FastifyInstance, { drainMs, lingerMs }: DrainOptions): void {
  const closing = new AbortController();
  const { open, silent } = watchConnections(app);
  app.decorate('closing', closing.signal);
  // An answer that was begun before says nothing: whoever sends several at once would not get the next one.
  app.addHook('onRequest', (_request, reply, done) => {
    if (closing.signal.aborted) void reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    closing.abort();
    const end = performance.now() + Math.min(lingerMs, drainMs / 2);
    while (open.size > 0 && performance.now() < end) await sleep(sweepMs / 2);
    for (const socket of silent) socket.destroy();
    sweepConnections(app, Math.max(drainMs / 2, drainMs - lingerMs));
  });
}

interface Connections {
  /** All of them. */
  readonly open: ReadonlySet<Socket>;
  /** Those that have not asked anything yet: Node does not count them as idle, and they would hold up the close. */
  readonly silent: ReadonlySet<Socket>;
}

function watchConnections({ server }: FastifyInstance): Connections {
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  const watch = (socket: Socket, sets: readonly Set<Socket>[]): void => {
    for (const set of sets) set.add(socket);
    socket.once('close', () => sets.forEach((set) => set.delete(socket)));
  };
  server.on('connection', (socket) => watch(socket, [open, silent]));
  server.on('request', ({ socket }) => silent.delete(socket));
  if (server instanceof TlsServer) watchHandshakes(server, { silent, watch: (socket) => watch(socket, [silent]) });
  return { open, silent };
}

interface Handshakes {
  readonly silent: Set<Socket>;
  readonly watch: (secured: Socket) => void;
}

/**
 * Over TLS, what asks is a socket of its own on top of the connection's. Once that is there it stands for the connection, whose own
 * socket would count as silent for ever, and destroying it would reset requests under way.
 */
function watchHandshakes(server: TlsServer, { silent, watch }: Handshakes): void {
  const byPeer = new Map<string, Socket>();
  server.on('connection', (socket) => {
    const peer = peerOf(socket);
    byPeer.set(peer, socket);
    socket.once('close', () => byPeer.get(peer) === socket && byPeer.delete(peer));
  });
  server.on('secureConnection', (secured) => {
    const under = byPeer.get(peerOf(secured));
    if (under) silent.delete(under);
    watch(secured);
  });
}

/** No two connections of a server have the same. */
const peerOf = ({ remoteAddress, remotePort, localAddress }: Socket): string => `${remoteAddress} ${remotePort} ${localAddress}`;

function sweepConnections({ server }: FastifyInstance, cutAfterMs: number): void {
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const end = setTimeout(() => server.closeAllConnections(), cutAfterMs);
  server.once('close', () => {
    clearInterval(sweep);
    clearTimeout(end);
  });
  // A server that never listened emits no close, and must not keep the process.
  sweep.unref();
  end.unref();
}
