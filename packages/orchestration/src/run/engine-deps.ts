import type { Actor, ChatModel } from '@cairn/core';
import type { ActionsOptions } from '@cairn/governance';
import type { StepInput } from '../plan/step-inputs.ts';
import type { StepKind } from '../plan/step-kinds.ts';
import type { StepStatus } from '../state/step-status.ts';
import type { TaskRuns } from '../tasks/task-runs.ts';

export interface TaskLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A step that is about to be taken further. */
export interface ObservedStep {
  readonly kind: StepKind;
  readonly stepId: string;
  readonly taskId: string;
  readonly traceId: string;
}

export interface MemorySearch extends StepInput<'memory.search'> {
  /** Only what this agent may read. */
  readonly readableBy?: string | undefined;
}

/** What the engine works with. */
export interface TaskEngineDeps {
  readonly runs: TaskRuns;
  /** Decides by the revision in force. */
  readonly evaluator: ActionsOptions['evaluator'];
  /** What the searching steps give; JSON. */
  readonly searchMemories: (actor: Actor, search: MemorySearch, signal: AbortSignal) => Promise<object>;
  readonly searchKnowledge: (actor: Actor, search: StepInput<'knowledge.search'>, signal: AbortSignal) => Promise<object>;
  /** Absent: `model.generate` fails and nothing plans. */
  readonly chat?: ChatModel | undefined;
  /** Is around each turn of a step; `work` gives where the turn left it. */
  readonly observe?: ((step: ObservedStep, work: () => Promise<StepStatus>) => Promise<void>) | undefined;
  readonly log: TaskLog;
}
