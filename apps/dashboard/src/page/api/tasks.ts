import type { Schema } from '../editor/schema.ts';
import { call, stream } from './call.ts';
import { serverEvents } from './server-events.ts';

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

export type StepStatus =
  | 'pending'
  | 'evaluating'
  | 'awaiting_approval'
  | 'permitted'
  | 'executing'
  | 'succeeded'
  | 'failed'
  | 'unknown'
  | 'denied'
  | 'skipped'
  | 'compensated';

export interface TaskFault {
  readonly code: string;
  readonly message: string;
}

export interface TaskStep {
  readonly id: string;
  readonly kind: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly depends_on?: readonly string[];
  readonly reason?: string;
  readonly status: StepStatus;
  readonly attempts: number;
  readonly output?: unknown;
  readonly error?: TaskFault | null;
  readonly approval_id: string | null;
  readonly task_id: string | null;
}

export interface ListedTask {
  readonly id: string;
  readonly goal: string;
  readonly agent_id: string | null;
  readonly agent_version: number | null;
  readonly status: TaskStatus;
  readonly pausing: boolean;
  readonly held_back: boolean;
  readonly progress: { readonly done: number; readonly total: number };
  readonly error: TaskFault | null;
  readonly parent: { readonly task_id: string; readonly step_id: string } | null;
  readonly trace_id: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface Task extends ListedTask {
  readonly plan?: {
    readonly revision: number;
    readonly made_by: 'caller' | 'planner';
    readonly model: string | null;
    readonly steps: readonly TaskStep[];
  };
}

export interface TaskDecision {
  readonly id: string;
  readonly at: string;
  readonly step_id: string | null;
  readonly subject: 'plan' | 'preview' | 'step' | 'person';
  readonly outcome: string;
}

export interface TaskEvent {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly step_id: string | null;
}

export interface NewTask {
  readonly goal: string;
  readonly agent_id?: string;
  readonly plan?: unknown;
  readonly run: boolean;
}

export type TaskVerb = 'run' | 'pause' | 'resume' | 'cancel' | 'retry';

export interface StepResult {
  readonly status: 'succeeded' | 'failed' | 'retry';
  readonly output?: unknown;
  readonly error?: string;
}

const root = '/v1/tasks';
const pathOf = (id: string): string => `${root}/${encodeURIComponent(id)}`;

export const tasksPath = (status: TaskStatus | undefined): string => `${root}?limit=50${status === undefined ? '' : `&status=${status}`}`;

export const readTask = (project: string, id: string): Promise<Task> => call(pathOf(id), { project });

export const createTask = (project: string, body: NewTask, once: string): Promise<Task> =>
  call(root, { method: 'POST', body, project, once });

/** Starts, holds, goes on with or ends a task; the same for each try. */
export const controlTask = (project: string, id: string, verb: TaskVerb): Promise<Task> =>
  call(`${pathOf(id)}/${verb}`, { method: 'POST', project });

export const readTaskDecisions = async (project: string, id: string): Promise<readonly TaskDecision[]> =>
  (await call<{ readonly data: readonly TaskDecision[] }>(`${pathOf(id)}/decisions`, { project })).data;

interface Reported {
  readonly id: string;
  readonly step: string;
  readonly result: StepResult;
  readonly once: string;
}

export const reportResult = (project: string, { id, step, result, once }: Reported): Promise<Task> =>
  call(`${pathOf(id)}/steps/${encodeURIComponent(step)}/result`, { method: 'POST', body: result, project, once });

interface Watch {
  /** Sequence number of the last event that is known; 0: none. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** The stream is there, before any event. */
  readonly onOpen: () => void;
  readonly onEvent: (event: TaskEvent) => void;
}

/** Tells what happens to a task, from the event after one on. It resolves when the stream ends. @throws Fault */
export async function watchTask(project: string, id: string, { after, signal, onOpen, onEvent }: Watch): Promise<void> {
  const { body } = await stream(`${pathOf(id)}/events`, { project, signal, ...(after > 0 && { lastEventId: after }) });
  onOpen();
  if (!body) return;
  for await (const { data } of serverEvents(body)) onEvent(JSON.parse(data) as TaskEvent);
}

interface ApiDescription {
  readonly components: { readonly schemas: { readonly NewTask: { readonly properties: { readonly plan: Schema } } } };
}

/** What a plan may be, as the service describes itself. */
export const readPlanSchema = async (): Promise<Schema> =>
  (await call<ApiDescription>('/openapi.json')).components.schemas.NewTask.properties.plan;
