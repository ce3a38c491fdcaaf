import type { JobPayload } from '@cairn/contracts';
import type { TaskEngine } from '@cairn/orchestration';
import type { JobContext } from '@cairn/queue';

/** Takes a task as far as it goes now. */
export function createTaskHandler(engine: TaskEngine) {
  return ({ projectId, taskId }: JobPayload<'task.advance'>, { signal, goesOn }: JobContext): Promise<void> =>
    engine(projectId, taskId, { signal, goesOn });
}
