import type { Actor } from '@cairn/core';
import type { GovernedStores } from '@cairn/governance';
import type { TaskAgent } from '../agents/task-agent.ts';
import type { Plan, PlanStep } from '../plan/plan-shape.ts';
import type { Source } from '../plan/provenance.ts';
import type { StepStanding } from '../run/outlook.ts';
import type { StepEvent } from '../state/step-status.ts';
import type { TaskEvent, TaskStatus } from '../state/task-status.ts';
import type { TaskDecision, TaskError } from './task.ts';

/** A worker's hold on one task. The token fences: a later claim makes every write of an earlier one fail. */
export interface TaskClaim {
  readonly projectId: string;
  readonly taskId: string;
  readonly token: string;
}

/** Somebody else holds the task by now, or it is gone. */
export class ClaimLost extends Error {
  constructor() {
    super('the task is held by another worker or gone');
    this.name = 'ClaimLost';
  }
}

/** A step on its way. */
export interface RunStep extends StepStanding {
  readonly plan: PlanStep;
  /** Runs so far. */
  readonly attempts: number;
  readonly decisionId: string | null;
  readonly approvalId: string | null;
  readonly actionDigest: string | null;
  readonly childTaskId: string | null;
  readonly errorMessage: string | undefined;
  /** Whether there is an output, though it may be waited for still. */
  readonly hasOutput: boolean;
  /** Milliseconds since it began; undefined: it has not. */
  readonly ageMs: number | undefined;
}

/** Where the task stands as its run goes on. */
export interface Control {
  readonly status: TaskStatus;
  readonly isPausing: boolean;
  /** Sequence number of its last event: another one than this run wrote says that somebody answered. */
  readonly events: number;
  /** Whether people denied anything in the task, or in one that comes of the same first task. */
  readonly hasDenials: boolean;
}

export interface ClaimedTask extends Control {
  readonly claim: TaskClaim;
  /** With the role that its person has now; undefined when that person is no member any more, or the credential was revoked. */
  readonly actor: Actor | undefined;
  readonly goal: string;
  /** Where that comes from which nobody vouches for in the goal or the plan that it was given. */
  readonly sources: readonly Source[];
  /** The same of all that the plan in use says: not empty where a model made it of such a goal. */
  readonly planSources: readonly Source[];
  readonly agentId: string | null;
  /** What the agent was when the task was submitted; null: none that is defined. `gone`: that version is not kept any more. */
  readonly agent: TaskAgent | null | 'gone';
  readonly revision: number;
  readonly parallelism: number;
  readonly depth: number;
  readonly traceId: string;
  readonly steps: readonly RunStep[];
  /** Claims, this one included, since the last thing that was done. */
  readonly idleClaims: number;
}

export interface StepChange {
  readonly event: StepEvent;
  /** Absent: stays as it is; null: goes. */
  readonly output?: unknown;
  readonly error?: TaskError | null;
  readonly attempts?: number;
  /** Milliseconds until it may go on; null: no time. */
  readonly dueInMs?: number | null;
  readonly decisionId?: string;
  readonly approvalId?: string | null;
  readonly actionDigest?: string;
  readonly permit?: string | null;
  readonly childTaskId?: string;
  /** What the event tells; no content. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface ChildTask {
  readonly goal: string;
  readonly agentId: string | null;
  readonly plan: Plan | undefined;
  readonly stepId: string;
  /** See `ClaimedTask`. */
  readonly sources: readonly Source[];
}

/** Why a task below another one was not made, and nothing of it was written. */
export interface ChildRefusal {
  readonly refusal: 'spawns_itself' | 'agent_not_found' | 'tool_not_allowed';
  readonly message: string;
}

export interface ChildStanding {
  readonly status: TaskStatus;
  /** Why it has not come to its end, where that began; undefined: nothing is known. */
  readonly root: FailureRoot | undefined;
}

/** Where a failure began that came up through tasks below one another. */
export interface FailureRoot {
  readonly code: string;
  readonly message: string | undefined;
  /** Down to the one in which it began. */
  readonly taskIds: readonly string[];
  /** Undefined: the task itself. */
  readonly stepId: string | undefined;
}

/** What was begun by a permit, and what came of it. */
export interface ExecutionStanding {
  readonly id: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'unknown';
  readonly exitCode: number | null;
}

/** One transaction of a run, under the task's lock. */
export interface TaskWork {
  readonly control: Control;
  /** The stores of the product, in this transaction. */
  readonly stores: GovernedStores;
  /** Where the steps stand, whatever came in meanwhile. */
  readonly steps: () => Promise<readonly RunStep[]>;
  /** Changes a step and tells it as `step.<event>`. Throws when its state does not let it. */
  readonly step: (id: string, change: StepChange) => Promise<void>;
  /** Moves the task and tells it as `task.<status>`. `wakeInMs`: when it is to be looked at again; undefined: when somebody answers. */
  readonly task: (
    event: TaskEvent,
    change?: { readonly error?: TaskError | null; readonly wakeInMs?: number | undefined },
  ) => Promise<void>;
  readonly event: (type: string, stepId: string | undefined, detail: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly decision: (decision: Omit<TaskDecision, 'id' | 'at' | 'revision'>) => Promise<void>;
  /** Puts a plan of the planner in use. */
  readonly plan: (plan: Plan, made: { readonly model: string; readonly inputHash: string }) => Promise<void>;
  /** Makes a task below this one, queued; its id, or why not. */
  readonly child: (child: ChildTask) => Promise<{ readonly id: string } | ChildRefusal>;
  /** Whether the task runs as soon as it has a plan. */
  readonly runsWhenPlanned: boolean;
  /** The last one of a decision; undefined: its permit was not used. */
  readonly execution: (decisionId: string) => Promise<ExecutionStanding | undefined>;
  /** Ends the permit of a decision, which nobody can begin by any more. What was begun by it before stays begun, and `execution` tells it. */
  readonly endPermit: (decisionId: string) => Promise<void>;
  /** By the database's clock; negative: it has passed. */
  readonly msUntil: (moment: string) => Promise<number>;
  readonly childStanding: (id: string) => Promise<ChildStanding | undefined>;
}

/** What the worker does to tasks. */
export interface TaskRuns {
  /** Takes a task that has something to do, also from a worker whose lease is over. Undefined: there is nothing to do. */
  claim(projectId: string, taskId: string): Promise<ClaimedTask | undefined>;
  /** Says that the worker is alive. @throws ClaimLost */
  beat(claim: TaskClaim): Promise<Control>;
  /** What steps gave, by id. */
  outputs(claim: TaskClaim, revision: number, steps: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Does `work` in one transaction, in which the claim holds; work that throws leaves nothing behind. @throws ClaimLost */
  write<Result>(claim: TaskClaim, work: (work: TaskWork) => Promise<Result>): Promise<Result>;
  /** Gives the claim back, so that another worker may go on at once. */
  release(claim: TaskClaim): Promise<void>;
  /** Pauses what was started below a task that is to pause itself. @throws ClaimLost */
  pauseChildren(claim: TaskClaim): Promise<void>;
  /** Cancels what was started below a task, which goes on by itself. */
  cancelChildren(claim: TaskClaim): Promise<number>;
  /** Offers tasks whose time has come or whose job was lost to the queue; how many. */
  offerDue(limit: number): Promise<number>;
  /**
   * Clears tasks that ended longer ago than so many days, but those above one that goes on or ended later; their audit stays. How many, what
   * goes with those above it not counted.
   */
  clearEnded(days: number): Promise<number>;
}
