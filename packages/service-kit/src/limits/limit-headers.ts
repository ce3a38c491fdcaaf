import type { FastifyReply } from 'fastify';

/** Where a caller stands in a window. */
export interface LimitState {
  readonly max: number;
  readonly remaining: number;
  /** Until the window ends. */
  readonly seconds: number;
}

/** Sets the draft standard's names and the ones that clients of older services read. */
export function setLimitHeaders(reply: FastifyReply, { max, remaining, seconds }: LimitState): void {
  reply.header('ratelimit-limit', max);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', seconds);
  reply.header('x-ratelimit-limit', max);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', seconds);
}
