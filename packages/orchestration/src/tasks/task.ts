import type { Plan, PlanStep } from '../plan/plan-shape.ts';
import type { StepStatus } from '../state/step-status.ts';
import type { TaskStatus } from '../state/task-status.ts';

/** Why a task or step did not come to its end. The message is fit to be shown and holds no content. */
export interface TaskError {
  /** Stable; the README lists them. */
  readonly code: string;
  readonly message: string;
}

/** One goal and how far it is. Times are ISO 8601, UTC, milliseconds. */
export interface Task {
  readonly id: string;
  readonly goal: string;
  readonly agentId: string | null;
  /** Of the agent's definition, that the task is bound to; null: `agentId` names none that is defined. */
  readonly agentVersion: number | null;
  readonly status: TaskStatus;
  /** Of the plan in use; 0: there is none yet. */
  readonly revision: number;
  readonly progress: { readonly done: number; readonly total: number };
  /** Whether it pauses as soon as the steps under way are through. */
  readonly isPausing: boolean;
  /** Whether it stands in line: its workspace has as many tasks carried out as it may. */
  readonly isHeldBack: boolean;
  readonly error: TaskError | null;
  /** 1: submitted by somebody; more: so many tasks are above it. */
  readonly depth: number;
  readonly parent: { readonly taskId: string; readonly stepId: string } | null;
  readonly scheduleId: string | null;
  readonly traceId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
}

export interface NewTask {
  readonly goal: string;
  readonly agentId?: string | undefined;
  /** Absent: the planner makes one. */
  readonly plan?: Plan | undefined;
  /** Whether it runs as soon as it has a plan. */
  readonly run: boolean;
}

/** A step with how far it is. */
export interface TaskStep {
  readonly plan: PlanStep;
  readonly status: StepStatus;
  readonly attempts: number;
  readonly output: unknown;
  readonly error: TaskError | null;
  readonly decisionId: string | null;
  readonly approvalId: string | null;
  /** Lets an action begin, once; null when it was used or is not an action's. */
  readonly permit: string | null;
  readonly childTaskId: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** One revision of a task's plan; it never changes, only how far its steps are. */
export interface TaskPlan {
  readonly revision: number;
  readonly madeBy: 'caller' | 'planner';
  /** That made it; null when the caller gave it. */
  readonly model: string | null;
  /** SHA-256 in hexadecimal over the canonical JSON of the plan. */
  readonly hash: string;
  /** The same of what it was made of: the goal, and what the planner was told. */
  readonly inputHash: string;
  readonly parallelism: number;
  readonly steps: readonly TaskStep[];
  readonly createdAt: string;
}

/** What happened to a task. */
export interface TaskEventRecord {
  /** Ascends by one within the task. */
  readonly seq: number;
  readonly at: string;
  /** `task.<status>` or `step.<what>`. */
  readonly type: string;
  readonly stepId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What was decided, and on what. */
export interface TaskDecision {
  readonly id: string;
  readonly at: string;
  readonly revision: number;
  readonly stepId: string | null;
  /** `plan`: a plan was taken; `preview`: what would be decided; `step`: before it was carried out; `person`: an unknown outcome. */
  readonly subject: 'plan' | 'preview' | 'step' | 'person';
  readonly outcome: string;
  /** Of governance. */
  readonly decisionId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What the agent's side or a person says of a step. */
export interface StepReport {
  /** `retry`: do it again; only where the outcome is unknown. */
  readonly status: 'succeeded' | 'failed' | 'unknown' | 'retry';
  readonly output?: unknown;
  readonly error?: string | undefined;
}
