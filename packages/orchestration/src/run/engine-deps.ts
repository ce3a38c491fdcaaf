import type { Actor, ChatModel } from '@cairn/core';
import type { ActionsOptions } from '@cairn/governance';
import type { StepInput } from '../plan/step-inputs.ts';
import type { TaskRuns } from '../tasks/task-runs.ts';

export interface TaskLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** What the engine works with. */
export interface TaskEngineDeps {
  readonly runs: TaskRuns;
  /** Decides by the revision in force. */
  readonly evaluator: ActionsOptions['evaluator'];
  /** What the searching steps give; JSON. */
  readonly searchMemories: (actor: Actor, search: StepInput<'memory.search'>, signal: AbortSignal) => Promise<object>;
  readonly searchKnowledge: (actor: Actor, search: StepInput<'knowledge.search'>, signal: AbortSignal) => Promise<object>;
  /** Absent: `model.generate` fails and nothing plans. */
  readonly chat?: ChatModel | undefined;
  readonly log: TaskLog;
}
