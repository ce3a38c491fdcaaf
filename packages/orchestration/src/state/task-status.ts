/** Where a task stands. */
export const taskStatuses = [
  'submitted',
  'planning',
  'planned',
  'queued',
  'scheduled',
  'running',
  'waiting_approval',
  'waiting_input',
  'waiting_auth',
  'waiting_event',
  'waiting_child',
  'retry_backoff',
  'paused',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
  'rejected',
  'expired',
  'timed_out',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** What a running task waits for, without a worker. */
export const waitingStatuses = [
  'waiting_approval',
  'waiting_input',
  'waiting_auth',
  'waiting_event',
  'waiting_child',
  'retry_backoff',
] as const satisfies readonly TaskStatus[];
export type WaitingStatus = (typeof waitingStatuses)[number];

/** How a task can end. A retry takes it on from there, but for one that is completed or cancelled. */
export const finalStatuses = [
  'completed',
  'failed',
  'cancelled',
  'rejected',
  'expired',
  'timed_out',
] as const satisfies readonly TaskStatus[];
export type FinalStatus = (typeof finalStatuses)[number];

export const isFinal = (status: TaskStatus): status is FinalStatus => (finalStatuses as readonly TaskStatus[]).includes(status);

/** What happens to a task. */
export type TaskEvent =
  | 'plan_request'
  | 'plan_ready'
  | 'execute'
  | 'schedule'
  | 'due'
  | 'claim'
  | 'wake'
  | 'let_go'
  | 'pause'
  | 'resume'
  | 'retry'
  | 'cancel'
  | 'finish_cancel'
  | `end_${Exclude<FinalStatus, 'cancelled'>}`
  | `wait_${WaitingStatus}`;

type Row = Partial<Record<TaskEvent, TaskStatus>>;

const live: Row = { cancel: 'cancelling' };
const endings: Row = { end_failed: 'failed', end_rejected: 'rejected', end_expired: 'expired', end_timed_out: 'timed_out' };
const waiting: Row = { ...live, ...endings, wake: 'queued', pause: 'paused' };

const running: Row = {
  ...live,
  ...endings,
  end_completed: 'completed',
  let_go: 'queued',
  pause: 'paused',
  // A later worker takes over from one that was not heard of for too long.
  claim: 'running',
  ...Object.fromEntries(waitingStatuses.map((status) => [`wait_${status}`, status])),
};

const transitions: Readonly<Record<TaskStatus, Row>> = {
  submitted: { ...live, ...endings, plan_request: 'planning', plan_ready: 'planned' },
  planning: { ...live, ...endings, plan_ready: 'planned', claim: 'planning', let_go: 'planning' },
  planned: { ...live, ...endings, plan_request: 'planning', execute: 'queued', schedule: 'scheduled' },
  scheduled: { ...live, ...endings, due: 'queued' },
  queued: { ...live, ...endings, claim: 'running', pause: 'paused' },
  running,
  waiting_approval: waiting,
  waiting_input: waiting,
  waiting_auth: waiting,
  waiting_event: waiting,
  waiting_child: waiting,
  retry_backoff: waiting,
  paused: { ...live, ...endings, resume: 'queued' },
  cancelling: { claim: 'cancelling', let_go: 'cancelling', finish_cancel: 'cancelled' },
  completed: {},
  failed: { retry: 'queued', plan_request: 'planning' },
  cancelled: {},
  rejected: { retry: 'queued', plan_request: 'planning' },
  expired: { retry: 'queued', plan_request: 'planning' },
  timed_out: { retry: 'queued', plan_request: 'planning' },
};

/** Where the event takes a task; undefined: it is not possible there. */
export const nextTaskStatus = (from: TaskStatus, event: TaskEvent): TaskStatus | undefined => transitions[from][event];
