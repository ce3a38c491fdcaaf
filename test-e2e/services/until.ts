import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

/**
 * Tries until it works. Rejects with the last failure once the time is over, at once when `gaveUp` has a reason.
 *
 * @param attempt one try; it must settle by itself
 */
export async function until(attempt: () => Promise<void>, { timeoutMs, gaveUp = () => undefined }: UntilOptions): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const reason = gaveUp();
      if (reason !== undefined) throw new Error(reason, { cause: error });
      if (Date.now() > deadline) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

type UntilOptions = { readonly timeoutMs: number; readonly gaveUp?: () => string | undefined };
