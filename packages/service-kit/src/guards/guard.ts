import type { FastifyReply, FastifyRequest } from 'fastify';

/** A guard as a route takes it in `onRequest`: passes the request on, or refuses it with an error. */
export type Guard = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;
