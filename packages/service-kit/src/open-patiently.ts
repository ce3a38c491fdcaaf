import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError, writesRefusedIn, type WritesRefused } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { serveReadiness } from './health.ts';
import { createHttp } from './http/create-http.ts';
import type { Tls } from './http/tls.ts';
import type { Logger } from './logging/logger.ts';

export interface WaitingPlace {
  /** Where the service is going to listen. */
  readonly listen: { readonly port: number; readonly host: string };
  readonly logger: Logger;
  readonly tls?: Tls | undefined;
  /** Milliseconds between two attempts. Default 500. */
  readonly pauseMs?: number;
}

/**
 * What `open` gives. A database that takes no writes may let nobody in for that: then this says so in one line and tries again until it can
 * be opened. Whoever asks at the service's address meanwhile is answered: `/healthz` with 200, `/readyz` with 503 and why, and the rest with
 * 503. Any other failure is thrown at once.
 */
export async function openPatiently<Opened>(open: () => Promise<Opened>, place: WaitingPlace): Promise<Opened> {
  let room: FastifyInstance | undefined;
  let refused: WritesRefused | undefined;
  try {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        refused = writesRefusedIn(error);
        if (refused === undefined) throw error;
      }
      room ??= await waitingRoom(place, () => refused);
      await sleep(place.pauseMs ?? 500);
    }
  } finally {
    await room?.close();
  }
}

async function waitingRoom({ listen, logger, tls }: WaitingPlace, why: () => WritesRefused | undefined): Promise<FastifyInstance> {
  logger.error(`${why()?.message}; it cannot be opened for that, and the service begins as soon as it can`);
  const app = createHttp({ logger, tls });
  serveReadiness(app, { probes: { database: () => Promise.reject(why() ?? new Error('not open yet')) } });
  app.all('/*', { config: { anyHost: true } }, () => {
    throw new CairnError('STORE_UNAVAILABLE', { cause: why(), retryAfter: 1 });
  });
  await app.listen(listen);
  return app;
}
