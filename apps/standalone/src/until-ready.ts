import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Patience {
  /** Told once, of a wait that is not over in a moment: what `/readyz` says of each thing that does not serve, by its name. */
  readonly onWaiting: (checks: Readonly<Record<string, string>>) => void;
  /** Milliseconds between two questions. Default 500. */
  readonly pauseMs?: number;
}

/** Resolves with true once `/readyz` is 200, with false when the service closes before that. */
export async function untilReady(app: FastifyInstance, { onWaiting, pauseMs = 500 }: Patience): Promise<boolean> {
  for (let asked = 1; !app.closing.aborted; asked += 1) {
    // A service that begins to close takes no question.
    const answer = await app.inject('/readyz').catch(() => undefined);
    if (answer?.statusCode === 200) return true;
    // The first answer may be of connections that are being made.
    if (asked === 2 && answer) onWaiting(unwell(answer.json<{ readonly checks?: Readonly<Record<string, string>> }>().checks));
    await sleep(pauseMs, undefined, { signal: app.closing }).catch(() => undefined);
  }
  return false;
}

const unwell = (checks: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(checks).filter(([, state]) => state !== 'ok'));
