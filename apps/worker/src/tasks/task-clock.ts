import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskRuns } from '@cairn/orchestration';

export interface TaskClock {
  start(): void;
  close(): Promise<void>;
}

const everyMs = 1000;
const atOnce = 500;

/**
 * Looks every second for tasks whose time has come: waits that are over, workers that were not heard of, jobs that the queue lost. Any
 * number of clocks may run.
 */
export function createTaskClock(runs: Pick<TaskRuns, 'offerDue'>, { wake }: { readonly wake: () => void }): TaskClock {
  const closing = new AbortController();
  let ticking: Promise<void> | undefined;

  async function tick(): Promise<void> {
    try {
      while ((await runs.offerDue(atOnce)) === atOnce && !closing.signal.aborted) wake();
    } catch {
      // The relay tells of a database that is away.
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await tick();
      await sleep(everyMs * (0.8 + Math.random() * 0.4), undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    start() {
      ticking ??= run();
    },
    async close() {
      closing.abort();
      await ticking;
    },
  };
}
