import type { Actor } from '@cairn/core';
import type { TaskRepository, TaskStores } from '@cairn/orchestration';
import type { WorkArea } from '../work-area.ts';

/** Means of a route about tasks. */
export interface TaskMeans {
  readonly actor: Actor;
  readonly tasks: TaskRepository;
}

export function taskArea(stores: TaskStores): WorkArea<TaskMeans> {
  return {
    means: (request) => ({ actor: request.actor(), tasks: stores.tasks }),
    once: (request, kept, work) => stores.once(request.actor(), kept, (tasks) => work({ actor: request.actor(), tasks })),
  };
}
