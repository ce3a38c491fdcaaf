import type { Action, ActionOf } from './action.ts';

const checkpoint = { system: 'cairn task', operation: 'go on after the checkpoint' } as const;

/** What a person decides on at a checkpoint of a task: whether it goes on. `resource` is the step and what it says. */
export const checkpointAction = (resource: string): ActionOf<'external.change'> => ({
  kind: 'external.change',
  ...checkpoint,
  resource,
  reversible: true,
});

/** Whether an action is one of those. An agent may ask for the like; it is one of a task only where the task asks. */
export const isCheckpointAction = (action: Action): boolean =>
  action.kind === 'external.change' && action.system === checkpoint.system && action.operation === checkpoint.operation;
