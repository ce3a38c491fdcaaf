import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds for which what a client still sends is read after it was answered. */
const longestWait = 5_000;

/**
 * Lets clients hear what they are told before they sent everything, as with a body that is too large. Closing a connection over bytes that
 * were not read resets it, and whoever was still sending would lose the answer: it is half closed instead, and what comes is let go, until
 * the client ends or a while has passed.
 */
export function letClientsHear(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete && reply.getHeader('connection') === 'close') closeGently(request.raw, request.raw.socket);
    done();
  });
}

/** Node closes a connection by this method once the last answer on it is written. */
function closeGently(incoming: IncomingMessage, socket: Socket): void {
  // A request that was injected came by no connection.
  if (!(socket instanceof Socket)) return;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (incoming.complete) return close();
    incoming.once('end', close).resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), longestWait);
    socket.once('close', () => clearTimeout(timer));
  };
}
