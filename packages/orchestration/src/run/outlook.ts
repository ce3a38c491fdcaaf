import { isWorked } from '../plan/step-kinds.ts';
import type { StepKind } from '../plan/step-kinds.ts';
import { isBlocking } from '../state/step-status.ts';
import type { StepStatus } from '../state/step-status.ts';
import type { FinalStatus, WaitingStatus } from '../state/task-status.ts';

/** What has to be known of a step to say what is next. */
export interface StepStanding {
  readonly id: string;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly dependsOn: readonly string[];
  /** Milliseconds until it may go on: what is left of a wait or of the time that it may take. Undefined: until somebody says so. */
  readonly dueInMs?: number | undefined;
  /** Why it failed or was denied. */
  readonly errorCode?: string | undefined;
}

/** What is next for a task. */
export type Outlook<Step extends StepStanding> =
  /** Steps to carry out, none of them started. May be empty while others are under way in this process. */
  | { readonly kind: 'work'; readonly steps: readonly Step[] }
  /** Nothing to do until somebody answers or `dueInMs` have passed. */
  | { readonly kind: 'wait'; readonly status: WaitingStatus; readonly dueInMs: number | undefined }
  | { readonly kind: 'over'; readonly status: Exclude<FinalStatus, 'cancelled'>; readonly because: Step | undefined };

export interface Scene {
  readonly parallelism: number;
  /** Ids of steps that this process carries out just now. */
  readonly underWay: ReadonlySet<string>;
}

/** Says what is next by where the steps stand. After a step failed for good nothing new starts, and what waits is given up. */
export function outlookOf<Step extends StepStanding>(steps: readonly Step[], { parallelism, underWay }: Scene): Outlook<Step> {
  const blocking = steps.find(({ status }) => isBlocking(status));
  if (blocking) return underWay.size > 0 ? { kind: 'work', steps: [] } : { kind: 'over', status: endingOf(blocking), because: blocking };
  if (steps.every(({ status }) => status === 'succeeded' || status === 'skipped'))
    return { kind: 'over', status: 'completed', because: undefined };
  const startable = startableOf(steps, underWay);
  const room = parallelism - underWay.size;
  const next = [
    // What only waits takes no room.
    ...startable.filter(({ kind }) => !isWorked(kind)),
    ...startable.filter(({ kind }) => isWorked(kind)).slice(0, Math.max(room, 0)),
  ];
  if (next.length > 0 || underWay.size > 0) return { kind: 'work', steps: next };
  return waitOf(steps);
}

/** Steps whose turn it is: nothing is missing, no wait is left, nobody is at it. */
function startableOf<Step extends StepStanding>(steps: readonly Step[], underWay: ReadonlySet<string>): readonly Step[] {
  const done = new Set(steps.flatMap(({ id, status }) => (status === 'succeeded' || status === 'skipped' ? [id] : [])));
  return steps.filter((step) => !underWay.has(step.id) && isDue(step) && step.dependsOn.every((id) => done.has(id)));
}

/** `permitted` of a step that a worker carries out: its approval came. A pending one with a time has to wait for it. */
function isDue({ kind, status, dueInMs }: StepStanding): boolean {
  if (status === 'pending') return dueInMs === undefined || dueInMs <= 0;
  if (status === 'evaluating') return true;
  if (status === 'permitted') return isWorked(kind) || (dueInMs !== undefined && dueInMs <= 0);
  if (status === 'executing') return isWorked(kind) || (dueInMs !== undefined && dueInMs <= 0);
  return status === 'awaiting_approval' && dueInMs !== undefined && dueInMs <= 0;
}

function waitOf(steps: readonly StepStanding[]): {
  readonly kind: 'wait';
  readonly status: WaitingStatus;
  readonly dueInMs: number | undefined;
} {
  const waits = steps.flatMap((step) => {
    const status = waitedFor(step);
    return status === undefined ? [] : [{ status, dueInMs: step.dueInMs }];
  });
  const status = order.find((one) => waits.some((wait) => wait.status === one)) ?? 'waiting_event';
  const due = waits.flatMap(({ dueInMs }) => (dueInMs === undefined ? [] : [Math.max(dueInMs, 0)]));
  return { kind: 'wait', status, dueInMs: due.length === 0 ? undefined : Math.min(...due) };
}

/** What is told when several things are waited for: what needs a person first. */
const order: readonly WaitingStatus[] = ['waiting_input', 'waiting_approval', 'waiting_event', 'waiting_child', 'retry_backoff'];

function waitedFor({ kind, status, dueInMs }: StepStanding): WaitingStatus | undefined {
  if (status === 'unknown') return 'waiting_input';
  if (status === 'awaiting_approval') return 'waiting_approval';
  if (status === 'pending') return dueInMs === undefined ? undefined : 'retry_backoff';
  if (status !== 'executing' && status !== 'permitted') return undefined;
  return kind === 'task' ? 'waiting_child' : 'waiting_event';
}

function endingOf({ status, errorCode }: StepStanding): Exclude<FinalStatus, 'cancelled'> {
  if (errorCode === 'approval_expired') return 'expired';
  if (status === 'denied') return 'rejected';
  return errorCode === 'timed_out' ? 'timed_out' : 'failed';
}
