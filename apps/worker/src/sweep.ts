import type { QueueLog } from '@cairn/queue';
import type { Housekeeping } from '@cairn/storage';

export interface Sweep {
  start(): void;
  /** Waits for the sweep under way. */
  close(): Promise<void>;
}

const everyMs = 10 * 60_000;

/** Clears what has lapsed, at once and then every ten minutes. Several processes may do so. */
export function createSweep(housekeeping: Housekeeping, log: QueueLog): Sweep {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  async function sweep(): Promise<void> {
    try {
      await housekeeping.clearLapsed();
    } catch (error) {
      log.warn({ err: error }, 'what has lapsed could not be cleared; it will be tried again');
    }
  }

  const begin = (): void => {
    sweeping = sweep();
  };

  return {
    start() {
      begin();
      timer = setInterval(begin, everyMs);
    },
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
