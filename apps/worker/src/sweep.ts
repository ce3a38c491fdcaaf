import type { QueueLog } from '@cairn/queue';

export interface Sweep {
  start(): void;
  /** Waits for the sweep under way. */
  close(): Promise<void>;
}

const everyMs = 10 * 60_000;

/** What is done in a sweep, by what to say when it could not be done. */
export type Chores = Readonly<Record<string, () => Promise<unknown>>>;

/** Does the chores, one after another, at once and then every ten minutes. Several processes may do so. */
export function createSweep(chores: Chores, log: QueueLog): Sweep {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  async function sweep(): Promise<void> {
    for (const [failure, chore] of Object.entries(chores)) {
      try {
        await chore();
      } catch (error) {
        log.warn({ err: error }, `${failure}; it will be tried again`);
      }
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
