import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds without a byte after which a body that may take long is given up. */
const patienceMs = 60_000;

const patient = new WeakSet<Socket>();

/**
 * Lets the body of this request take as long as it needs to arrive, as long as it goes on: it is read as fast as it can be worked on.
 * Without it a request that has not arrived within the app's `requestTimeoutMs` is refused.
 */
export function awaitLongBody({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  patient.add(socket);
  const giveUp = () => socket.destroy();
  socket.setTimeout(patienceMs, giveUp);
  reply.raw.once('close', () => {
    patient.delete(socket);
    socket.setTimeout(0, giveUp);
  });
}

/** Whether Node's limit for a whole request is not for the one that is on its way over this socket. */
export const isAwaitedLong = (socket: Socket): boolean => patient.has(socket);
