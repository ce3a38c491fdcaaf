import { canonicalJson } from '@cairn/governance';
import type { ClaimedTask, Plan, PlanStep, StepKind, StepStatus, Task, TaskError, TaskStatus } from '@cairn/orchestration';
import { hash } from 'node:crypto';
import type { SealKey } from '../../sealing/key-ring.ts';
import { openText, sealText } from '../../sealing/seal.ts';

/** Opens and seals what is kept of the tasks of one project. */
export interface TaskSealer {
  readonly projectId: string;
  readonly key: SealKey;
}

/** Where sealed bytes belong; they open nowhere else. */
export const taskPlaces = {
  goal: (project: string, task: string) => `tasks:${project}:${task}:goal`,
  plan: (project: string, task: string, revision: number) => `task_plans:${project}:${task}:${revision}`,
  output: (project: string, task: string, step: string) => `task_steps:${project}:${task}:${step}:output`,
  permit: (project: string, task: string, step: string) => `task_steps:${project}:${task}:${step}:permit`,
  decision: (project: string, id: string) => `task_decisions:${project}:${id}`,
} as const;

/** A row of `cairn.tasks`. */
export interface TaskRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly credential_kind: 'api_key' | 'oauth' | 'session';
  readonly owner_id: string;
  readonly request_id: string;
  readonly trace_id: string;
  readonly agent_id: string | null;
  readonly agent_version: number | null;
  readonly goal: Uint8Array;
  readonly sources: ClaimedTask['sources'];
  readonly status: TaskStatus;
  readonly revision: number;
  readonly parallelism: number;
  readonly total: number;
  readonly done: number;
  readonly runs_when_planned: boolean;
  readonly pausing: boolean;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly depth: number;
  readonly parent_task: string | null;
  readonly parent_step: string | null;
  readonly schedule_id: string | null;
  readonly claim_token: string | null;
  /** Whether somebody holds it and was heard of lately. */
  readonly held: boolean;
  /** Whether it stands in line, because its workspace carries out as many as it may. */
  readonly held_back: boolean;
  readonly idle_claims: number;
  readonly events: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
}

/** For `select`, `returning` and the like, of the table under the name `t`. */
export const taskColumns = `t.id, t.user_id, t.credential_id, t.credential_kind, t.owner_id, t.request_id, t.trace_id, t.agent_id, t.agent_version, t.goal, t.sources,
  t.status, t.revision, t.parallelism, t.total, t.done, t.runs_when_planned, t.pausing, t.error_code, t.error_message, t.depth,
  t.parent_task, t.parent_step, t.schedule_id, t.claim_token,
  coalesce(t.claim_token is not null and t.claim_expires_at > clock_timestamp(), false) as held,
  t.held_back, t.idle_claims, t.events, t.created_at, t.updated_at, t.finished_at`;

export const sealGoal = ({ projectId, key }: TaskSealer, task: string, goal: string): Buffer =>
  sealText(key, taskPlaces.goal(projectId, task), goal);
export const openGoal = ({ projectId, key }: TaskSealer, { id, goal }: Pick<TaskRow, 'id' | 'goal'>): string =>
  openText(key, taskPlaces.goal(projectId, id), goal);

export function toTask(sealer: TaskSealer, row: TaskRow): Task {
  return {
    id: row.id,
    goal: openGoal(sealer, row),
    agentId: row.agent_id,
    agentVersion: row.agent_version,
    status: row.status,
    revision: row.revision,
    progress: { done: row.done, total: row.total },
    isPausing: row.pausing,
    isHeldBack: row.held_back,
    error: errorOf(row),
    depth: row.depth,
    parent: row.parent_task === null ? null : { taskId: row.parent_task, stepId: row.parent_step ?? '' },
    scheduleId: row.schedule_id,
    traceId: row.trace_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at,
  };
}

export const errorOf = (row: { readonly error_code: string | null; readonly error_message: string | null }): TaskError | null =>
  row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' };

/** What is sealed of a plan. */
export interface KeptPlan {
  readonly plan: Plan;
  readonly hash: string;
  readonly inputHash: string;
}

export const keptPlan = (plan: Plan, inputHash: string): KeptPlan => ({ plan, hash: hashOf(plan), inputHash });

/** SHA-256 over canonical JSON, in hexadecimal. */
export const hashOf = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex');

export const sealPlan = ({ projectId, key }: TaskSealer, task: string, revision: number, plan: KeptPlan): Buffer =>
  sealText(key, taskPlaces.plan(projectId, task, revision), JSON.stringify(plan));

export const openPlan = (
  { projectId, key }: TaskSealer,
  task: string,
  { revision, plan }: { readonly revision: number; readonly plan: Uint8Array },
): KeptPlan =>
  // The sealed bytes are what was checked before it was sealed.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  JSON.parse(openText(key, taskPlaces.plan(projectId, task, revision), plan)) as KeptPlan;

/** A row of `cairn.task_steps`, with what is known of what it waits for. */
export interface StepRow {
  readonly id: string;
  readonly kind: StepKind;
  readonly status: StepStatus;
  readonly attempts: number;
  /** Milliseconds until `due_at`; negative: it has passed. */
  readonly due_in_ms: number | null;
  readonly decision_id: string | null;
  readonly approval_id: string | null;
  readonly action_digest: string | null;
  readonly child_task: string | null;
  readonly has_output: boolean;
  readonly error_code: string | null;
  readonly error_message: string | null;
  /** Whether what it waits for elsewhere has come to an end. */
  readonly answered: boolean;
  readonly age_ms: number | null;
}

export const sealOutput = ({ projectId, key }: TaskSealer, task: string, step: string, output: unknown): Buffer =>
  sealText(key, taskPlaces.output(projectId, task, step), JSON.stringify(output));
export const openOutput = ({ projectId, key }: TaskSealer, task: string, step: string, sealed: Uint8Array): unknown =>
  JSON.parse(openText(key, taskPlaces.output(projectId, task, step), sealed));

export const sealPermit = ({ projectId, key }: TaskSealer, task: string, step: string, permit: string): Buffer =>
  sealText(key, taskPlaces.permit(projectId, task, step), permit);
export const openPermit = ({ projectId, key }: TaskSealer, task: string, step: string, sealed: Uint8Array): string =>
  openText(key, taskPlaces.permit(projectId, task, step), sealed);

export const sealDetail = ({ projectId, key }: TaskSealer, id: string, detail: object): Buffer =>
  sealText(key, taskPlaces.decision(projectId, id), JSON.stringify(detail));
export const openDetail = ({ projectId, key }: TaskSealer, id: string, sealed: Uint8Array): Readonly<Record<string, unknown>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was sealed as an object
  JSON.parse(openText(key, taskPlaces.decision(projectId, id), sealed)) as Readonly<Record<string, unknown>>;

/** Steps of a plan by their ids. */
export const stepsById = (plan: Plan): ReadonlyMap<string, PlanStep> => new Map(plan.steps.map((step) => [step.id, step]));
