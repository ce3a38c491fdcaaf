import { planBounds, planSchema, scheduleStatuses, stepKinds, stepStatuses, taskStatuses } from '@cairn/orchestration';
import { z } from 'zod';
import { text } from '../reading/fields.ts';
import { jsonObject, jsonValue } from '../reading/json-object.ts';
import { at, credentialKind, digest, id, line, number } from './archive-fields.ts';

const { maxGoalCharacters, maxOutputBytes, maxParallelism } = planBounds;

const label = line(256).nullable();
const error = z.strictObject({ code: line(256), message: line(4096) }).nullable();
const goal = text({ description: 'What is to be done.', max: maxGoalCharacters, unit: 'characters' });
const kept = jsonObject({ description: 'As it is kept.', maxBytes: 1_048_576 });
const step = line(64).nullable();

/** As whom it acted. */
const submitter = {
  user_id: id('Whose it is.'),
  credential_id: id('The credential that submitted it.'),
  credential_kind: credentialKind,
  owner_id: id('What that credential owned by.'),
  request_id: line(256),
  trace_id: line(256),
  agent_id: label,
};

const task = z.strictObject({
  kind: z.literal('task'),
  id: id('Of the task.'),
  ...submitter,
  agent_version: number(1).nullable(),
  goal,
  status: z.enum(taskStatuses),
  revision: number(0),
  parallelism: number(1).max(maxParallelism),
  total: number(0),
  done: number(0),
  runs_when_planned: z.boolean(),
  error,
  depth: number(1),
  parent_task: id('The task that started it.').nullable(),
  parent_step: step,
  schedule_id: id('The schedule that started it.').nullable(),
  events: number(0),
  created_at: at('When it was submitted.'),
  updated_at: at('When something last happened to it.'),
  finished_at: at('When it ended.').nullable(),
});

const taskPlan = z.strictObject({
  kind: z.literal('task_plan'),
  task_id: id('Of the task.'),
  revision: number(1),
  made_by: z.enum(['caller', 'planner']),
  model: line(512).nullable(),
  plan: planSchema,
  hash: digest,
  input_hash: digest,
  created_at: at('When it was stored.'),
});

const taskStep = z.strictObject({
  kind: z.literal('task_step'),
  task_id: id('Of the task.'),
  revision: number(1),
  id: line(64),
  ordinal: number(1),
  step_kind: z.enum(stepKinds),
  status: z.enum(stepStatuses),
  attempts: number(0),
  decision_id: id('The decision about it.').nullable(),
  approval_id: id('The approval that it waited for.').nullable(),
  action_digest: digest.nullable(),
  child_task: id('The task that it started.').nullable(),
  output: jsonValue({ description: 'What it gave.', maxBytes: maxOutputBytes }).optional(),
  error,
  started_at: at('When it began.').nullable(),
  finished_at: at('When it ended.').nullable(),
});

const taskDecision = z.strictObject({
  kind: z.literal('task_decision'),
  task_id: id('Of the task.'),
  id: id('Of the decision.'),
  at: at('When it was made.'),
  revision: number(0),
  step_id: step,
  subject: z.enum(['plan', 'preview', 'step', 'person']),
  outcome: line(256),
  decision_id: id('Of the governance.').nullable(),
  detail: kept,
});

const taskEvent = z.strictObject({
  kind: z.literal('task_event'),
  task_id: id('Of the task.'),
  seq: number(1),
  at: at('When it happened.'),
  type: line(256),
  step_id: step,
  detail: kept,
});

const schedule = z.strictObject({
  kind: z.literal('schedule'),
  id: id('Of the schedule.'),
  ...submitter,
  goal,
  plan: planSchema.nullable(),
  cron: line(256),
  time_zone: line(64),
  status: z.enum(scheduleStatuses),
  approval_id: id('The approval that it waited for.').nullable(),
  error,
  runs: number(0),
  max_runs: number(1).nullable(),
  ends_at: at('When it ends.').nullable(),
  last_run_at: at('When it last ran.').nullable(),
  created_at: at('When it was made.'),
  updated_at: at('When it last changed.'),
});

/** Some tasks, then what there is of these, and so on; at last the schedules. */
export const taskRecords = {
  task,
  task_plan: taskPlan,
  task_step: taskStep,
  task_decision: taskDecision,
  task_event: taskEvent,
  schedule,
} as const;
