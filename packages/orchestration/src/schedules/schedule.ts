import type { Actor, Walk } from '@cairn/core';
import type { Evaluated } from '@cairn/governance';
import type { Plan } from '../plan/plan-shape.ts';
import type { TaskError } from '../tasks/task.ts';
import type { Recurrence } from './cron.ts';

/** Where a schedule stands. */
export const scheduleStatuses = ['active', 'paused', 'waiting_approval', 'rejected', 'expired', 'ended'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** A goal that is worked on again and again, each time as a task of its own. Times are ISO 8601, UTC, milliseconds. */
export interface Schedule extends Recurrence {
  readonly id: string;
  readonly goal: string;
  readonly agentId: string | null;
  readonly plan: Plan | null;
  readonly status: ScheduleStatus;
  readonly approvalId: string | null;
  readonly error: TaskError | null;
  readonly runs: number;
  readonly maxRuns: number | null;
  readonly endsAt: string | null;
  readonly nextRunAt: string | null;
  readonly lastRunAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewSchedule extends Recurrence {
  readonly goal: string;
  readonly agentId?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly maxRuns?: number | undefined;
  readonly endsAt?: string | undefined;
}

/** How a new schedule begins: at once, or when people approve it. */
export type ScheduleStart =
  | { readonly status: 'active'; readonly nextRunAt: string }
  | { readonly status: 'waiting_approval'; readonly approvalId: string; readonly digest: string; readonly expiresAt: string | null };

export type ScheduleWrite =
  | { readonly outcome: 'done'; readonly schedule: Schedule }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'conflict'; readonly status: ScheduleStatus };

/** Schedules of one project, those of the actor's user. Each write holds its audit row in the same transaction. */
export interface ScheduleRepository {
  create(actor: Actor, schedule: NewSchedule, start: ScheduleStart): Promise<Schedule>;
  walk(actor: Actor, walk: Walk): Promise<readonly Schedule[]>;
  get(actor: Actor, id: string): Promise<Schedule | undefined>;
  pause(actor: Actor, id: string): Promise<ScheduleWrite>;
  resume(actor: Actor, id: string, nextRunAt: string | undefined): Promise<ScheduleWrite>;
  /** Its tasks stay. */
  remove(actor: Actor, id: string): Promise<boolean>;
}

/** A schedule whose time has come. */
export interface DueSchedule {
  readonly projectId: string;
  readonly schedule: Schedule;
  /** When it became due. */
  readonly dueAt: string;
  /** Who made it, whatever became of them. */
  readonly submitter: Actor;
  /** Where the approval stands that it waits for, by the database's clock; null: it has none. */
  readonly approvalStatus: string | null;
  /** With the role that its person has now; undefined: no member any more, or the credential was revoked. */
  readonly actor: Actor | undefined;
  /** By the database. */
  readonly now: string;
  readonly digest: string | null;
}

/** What the worker does to schedules. A change says which run it is about, and is done once however many workers do it. */
export interface ScheduleRuns {
  due(limit: number): Promise<readonly { readonly projectId: string; readonly id: string }[]>;
  load(projectId: string, id: string): Promise<DueSchedule | undefined>;
  /**
   * Starts the task of this run and says when the next one is; undefined: it was the last.
   * @throws AGENT_NOT_FOUND, INVALID_ARGUMENT for a plan that does not fit its agent by now; TOO_MANY_TASKS.
   */
  fire(due: DueSchedule, nextRunAt: string | undefined): Promise<boolean>;
  /** Leaves this run out, and keeps why until another one starts. */
  skip(due: DueSchedule, nextRunAt: string | undefined, error: TaskError): Promise<void>;
  /**
   * Writes down what the rules say of it now, and moves it to where that leaves it: it goes on without a run now, waits for people, or is
   * over.
   */
  decide(due: DueSchedule, evaluated: Evaluated, nextRunAt: string | undefined): Promise<void>;
  /** Spends the approval that it waited for. @throws PERMIT_NOT_USABLE */
  approve(due: DueSchedule, nextRunAt: string | undefined): Promise<void>;
  end(due: DueSchedule, status: Extract<ScheduleStatus, 'rejected' | 'expired' | 'ended'>, error: TaskError | null): Promise<void>;
}
