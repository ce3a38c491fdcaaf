import type { Actor, IdempotentRequest, KeptAnswer, Walk } from '@cairn/core';
import type { ActionRepository } from '@cairn/governance';
import type { ScheduleRepository } from '../schedules/schedule.ts';
import type { TaskStatus } from '../state/task-status.ts';
import type { StepKind } from '../plan/step-kinds.ts';
import type { NewTask, StepReport, Task, TaskDecision, TaskEventRecord, TaskPlan } from './task.ts';

/** What became of a request to a task; decided in the transaction that writes. */
export type TaskWrite =
  | { readonly outcome: 'done'; readonly task: Task }
  | { readonly outcome: 'not_found' }
  /** The task is in a state in which that is not possible. */
  | { readonly outcome: 'conflict'; readonly status: TaskStatus; readonly reason?: string | undefined };

export interface TaskFilter {
  readonly status?: TaskStatus | undefined;
  readonly agentId?: string | undefined;
  readonly parentTaskId?: string | undefined;
}

/** What people need who decide on a checkpoint. */
export interface CheckpointBasis {
  readonly goal: string;
  readonly stepId: string;
  /** Steps that wait for the checkpoint. */
  readonly letsGoOn: readonly { readonly id: string; readonly kind: StepKind }[];
  /** What the steps gave that it depends on. */
  readonly restsOn: readonly { readonly id: string; readonly output: unknown }[];
}

/** A decision that goes with a new plan. */
export type PlanPreview = Omit<TaskDecision, 'id' | 'at' | 'revision'>;

/**
 * Tasks of one project, those of the actor's user. A write is durable when its promise resolves and holds its audit row in the same
 * transaction; what the worker has to do about it is told to the queue by the outbox, in that transaction too.
 */
export interface TaskRepository {
  submit(actor: Actor, task: NewTask, previews?: readonly PlanPreview[]): Promise<Task>;
  /** Newest first: `createdAt` descending, then id descending. */
  walk(actor: Actor, walk: Walk, filter?: TaskFilter): Promise<readonly Task[]>;
  get(actor: Actor, id: string): Promise<Task | undefined>;
  /** Undefined: no such task, or it has no such plan. Without a revision: the one in use. */
  plan(actor: Actor, id: string, revision?: number): Promise<TaskPlan | undefined>;
  /** In the order in which they were made; at most 5,000. Undefined: no such task. */
  decisions(actor: Actor, id: string): Promise<readonly TaskDecision[] | undefined>;
  /** Those after `seq`, at most `limit`. */
  events(actor: Actor, id: string, after: number, limit: number): Promise<readonly TaskEventRecord[]>;
  /**
   * What a checkpoint that waits for an approval stands between, whoever's task it is: for those alone who may vote on it. Undefined: no
   * checkpoint of the project waits for it.
   */
  checkpoint(actor: Actor, approvalId: string): Promise<CheckpointBasis | undefined>;
  /** Starts a planned task. */
  run(actor: Actor, id: string): Promise<TaskWrite>;
  /** At once where nothing is under way, else at the next border of a step; what goes on below it with it. */
  pause(actor: Actor, id: string): Promise<TaskWrite>;
  /** Also what was paused with it. */
  resume(actor: Actor, id: string): Promise<TaskWrite>;
  /** Ends it: what is under way is told to let go, what was done and can be undone is undone. */
  cancel(actor: Actor, id: string): Promise<TaskWrite>;
  /** Goes on from the step that failed; what succeeded is not done again. */
  retry(actor: Actor, id: string): Promise<TaskWrite>;
  /** Puts another plan in the place of one that is not being carried out; the old one stays readable. Without one, the planner makes it. */
  replan(actor: Actor, id: string, plan?: NewTask['plan'], previews?: readonly PlanPreview[]): Promise<TaskWrite>;
  /** Says what became of a step that waits for it. */
  report(actor: Actor, id: string, stepId: string, report: StepReport): Promise<TaskWrite | { readonly outcome: 'no_step' }>;
}

/** What a request about tasks works on. */
export interface TaskParts {
  readonly tasks: TaskRepository;
  readonly schedules: ScheduleRepository;
  readonly actions: ActionRepository;
}

/** The same over the pool: each call on its own, or all of them in one transaction. */
export interface TaskStores extends TaskParts {
  /** See `IdempotentStores`. */
  once(actor: Actor, request: IdempotentRequest, work: (own: TaskParts) => Promise<KeptAnswer>): Promise<KeptAnswer>;
  /** Does `work` in one transaction of the actor's project. Work that throws leaves nothing behind. */
  together<Result>(actor: Actor, work: (own: TaskParts) => Promise<Result>): Promise<Result>;
}
