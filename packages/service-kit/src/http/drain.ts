import type { Socket } from 'node:net';
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

/** All connections, and those that have not asked anything yet: Node does not count them as idle, and they would hold up the close. */
function watchConnections({ server }: FastifyInstance): { readonly open: ReadonlySet<Socket>; readonly silent: ReadonlySet<Socket> } {
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      silent.delete(socket);
    });
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return { open, silent };
}

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
