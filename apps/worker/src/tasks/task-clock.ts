import { setTimeout as sleep } from 'node:timers/promises';
import { runSchedule } from '@cairn/orchestration';
import type { ScheduleRunDeps, TaskRuns } from '@cairn/orchestration';
import type { QueueLog } from '@cairn/queue';

export interface TaskClock {
  start(): void;
  close(): Promise<void>;
}

const everyMs = 1000;
const atOnce = 500;

export interface TaskClockDeps {
  readonly runs: Pick<TaskRuns, 'offerDue'>;
  readonly schedules: ScheduleRunDeps;
  readonly log: QueueLog;
  /** Has the relay look at the outbox. */
  readonly wake: () => void;
}

/**
 * Looks every second for tasks whose time has come: waits that are over, workers that were not heard of, jobs that the queue lost; and for schedules that are due. Any
 * number of clocks may run.
 */
export function createTaskClock({ runs, schedules, log, wake }: TaskClockDeps): TaskClock {
  const closing = new AbortController();
  let ticking: Promise<void> | undefined;

  async function tick(): Promise<void> {
    try {
      while ((await runs.offerDue(atOnce)) === atOnce && !closing.signal.aborted) wake();
    } catch {
      // The relay tells of a database that is away.
    }
  }

  async function runSchedules(): Promise<void> {
    const due = await schedules.runs.due(atOnce).catch(() => []);
    for (const { projectId, id } of due) {
      if (closing.signal.aborted) return;
      try {
        await runSchedule(schedules, projectId, id);
      } catch (error) {
        log.warn({ scheduleId: id, err: error }, 'a schedule could not be run; it will be tried again');
      }
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await tick();
      await runSchedules();
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
