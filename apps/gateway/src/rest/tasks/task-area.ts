import type { Actor } from '@cairn/core';
import type { TaskParts, TaskStores } from '@cairn/orchestration';
import type { WorkArea } from '../work-area.ts';

/** Means of a route about tasks. */
export interface TaskMeans {
  readonly actor: Actor;
  readonly own: TaskParts;
  /** Does `work` in one transaction: that of the kept answer where there is one. */
  readonly inOne: <Result>(work: (own: TaskParts) => Promise<Result>) => Promise<Result>;
}

export function taskArea(stores: TaskStores): WorkArea<TaskMeans> {
  return {
    means: (request) => ({ actor: request.actor(), own: stores, inOne: (work) => stores.together(request.actor(), work) }),
    once: (request, kept, work) =>
      stores.once(request.actor(), kept, (own) => work({ actor: request.actor(), own, inOne: (within) => within(own) })),
  };
}
