import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often connections that fell idle meanwhile are closed, in milliseconds. */
const sweepMs = 50;

/**
 * Makes `app.close()` drain: no new connection, requests under way are finished, connections that fall idle are closed, streams
 * are told to end by `app.closing`, and what is still open after `drainMs` is cut off.
 */
export function drainOnClose(app: FastifyInstance, drainMs: number): void {
  const closing = new AbortController();
  const silent = watchSilent(app);
  app.decorate('closing', closing.signal);
  app.addHook('preClose', (done) => {
    closing.abort();
    for (const socket of silent) socket.destroy();
    sweepConnections(app, drainMs);
    done();
  });
}

/** Connections that have not asked anything yet: Node does not count them as idle, and they would hold up the close. */
function watchSilent({ server }: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

function sweepConnections({ server }: FastifyInstance, drainMs: number): void {
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const end = setTimeout(() => server.closeAllConnections(), drainMs);
  server.once('close', () => {
    clearInterval(sweep);
    clearTimeout(end);
  });
  // A server that never listened emits no close, and must not keep the process.
  sweep.unref();
  end.unref();
}
