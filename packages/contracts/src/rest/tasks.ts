import { nestingFaults, planBounds, planSchema, stepKinds, stepStatuses, taskStatuses } from '@cairn/orchestration';
import type { Plan } from '@cairn/orchestration';
import { z } from 'zod';
import type { core } from 'zod';
import { moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { jsonValue } from '../reading/json-object.ts';
import { agentId } from '../tools/memory-fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const { maxGoalCharacters, maxOutputBytes } = planBounds;

/** What is to be done. */
export const goal = text({
  description: `What is to be done, in words, 1 to ${maxGoalCharacters} characters.`,
  max: maxGoalCharacters,
  unit: 'characters',
  refuseBlank: true,
});

const status = z.enum(taskStatuses).meta({
  description:
    'Where it stands. "waiting_input" waits for a person to say what became of a step, "waiting_event" for the result of an action, a time or an event.',
});

const error = z
  .strictObject({ code: z.string().meta({ description: 'A stable word for programs.' }), message: z.string() })
  .nullable()
  .meta({ description: 'Why it did not come to its end; null otherwise.' });

const json = z.unknown();

const step = z.strictObject({
  id: z.string().meta({ description: 'Names the step within its plan.' }),
  kind: z.enum(stepKinds).meta({ description: 'What it does.' }),
  input: z.record(z.string(), json).optional().meta({ description: 'What it works on, as it was given.' }),
  depends_on: z.array(z.string()).optional().meta({ description: 'Steps that have to be done before.' }),
  needs_approval: z.boolean().optional().meta({ description: 'Whether a person has to approve it.' }),
  retry: z.strictObject({ max_attempts: z.int().optional(), backoff_ms: z.int().optional() }).optional(),
  timeout_s: z.int().optional().meta({ description: 'Seconds that it may take.' }),
  compensate: z
    .strictObject({ kind: z.string(), input: z.record(z.string(), json) })
    .optional()
    .meta({ description: 'What undoes it.' }),
  reason: z.string().optional().meta({ description: 'Why it is in the plan.' }),
  status: z.enum(stepStatuses).meta({ description: 'Where it stands.' }),
  attempts: wholeNumber(0, 'Runs so far.'),
  output: json.optional().meta({ description: 'What it gave.' }),
  error: error.optional(),
  decision_id: z.string().nullable().meta({ description: 'The decision about it, where one was written down.' }),
  approval_id: z.string().nullable().meta({ description: 'The approval that it waits for, or waited.' }),
  permit: z
    .string()
    .nullable()
    .meta({ description: 'For the start of an action, once: `POST /v1/actions/{decision_id}/start`. Null when there is none.' }),
  task_id: z.string().nullable().meta({ description: 'The task that a step of kind "task" started.' }),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});

const planFields = {
  revision: wholeNumber(1, 'Ascends with each plan of the task.'),
  made_by: z.enum(['caller', 'planner']).meta({ description: 'Who made it.' }),
  model: z.string().nullable().meta({ description: 'The model that made it; null when the caller gave it.' }),
  hash: z.string().meta({ description: 'SHA-256 of the canonical JSON (RFC 8785) of the plan as it was given.' }),
  input_hash: z.string().meta({ description: 'The same of what it was made of.' }),
  parallelism: wholeNumber(1, 'Steps that may be carried out at the same time.'),
  steps: z.array(step),
  created_at: moment('When it was stored; ISO 8601, UTC.'),
};

const plan = named('TaskPlan', z.strictObject(planFields));

const taskFields = {
  id: uuid('Identifies the task.'),
  goal: z.string().meta({ description: 'What is to be done.' }),
  agent_id: z.string().nullable().meta({ description: 'The agent that it is of.' }),
  agent_version: z
    .int()
    .nullable()
    .meta({ description: "Version of the agent's definition that it is bound to; null when agent_id names no agent that is defined." }),
  status,
  pausing: z.boolean().meta({ description: 'Whether it pauses as soon as the steps under way are through.' }),
  held_back: z.boolean().meta({
    description:
      'Whether it stands in line: its workspace has as many tasks carried out at the same time as its plan allows. It goes on when one of them waits or ends.',
  }),
  progress: z.strictObject({ done: wholeNumber(0, 'Steps that are done.'), total: wholeNumber(0, 'Steps of the plan in use.') }),
  error,
  revision: wholeNumber(0, 'Of the plan in use; 0: there is none yet.'),
  parent: z
    .strictObject({ task_id: z.string(), step_id: z.string() })
    .nullable()
    .meta({ description: 'The step that started it; null when somebody submitted it.' }),
  schedule_id: z.string().nullable().meta({ description: 'The schedule that started it.' }),
  trace_id: z.string().meta({ description: 'Trace that all of it belongs to.' }),
  created_at: moment('When it was submitted; ISO 8601, UTC.'),
  updated_at: moment('When something last happened to it.'),
  finished_at: z.string().nullable().meta({ description: 'When it ended.' }),
};

const task = named(
  'Task',
  z.strictObject({ ...taskFields, plan: plan.schema.optional().meta({ description: 'The plan in use with how far its steps are.' }) }),
);

/** A plan that starts a task with the goal of its own, which only it and its goal together tell. */
export function refuseOwnGoal(payload: core.ParsePayload<{ readonly goal: string; readonly plan?: Plan | undefined }>): void {
  const { goal: own, plan: given } = payload.value;
  for (const { path, message } of given === undefined ? [] : nestingFaults(given, { goal: own, depth: 1 }))
    payload.issues.push({ code: 'custom', path: ['plan', ...path], message, input: payload.value });
}

const newTask = named(
  'NewTask',
  z
    .strictObject({
      goal,
      agent_id: agentId.optional().meta({
        description:
          "Whose task it is. The id of an agent that the project defines binds the task to the version that holds now: its instructions and model, its tools, which are the steps that there may be, and its memory_scope. Any other text is a name alone, and what looks like an agent's id and is none answers 404.",
      }),
      plan: planSchema
        .optional()
        .meta({ description: 'What to do. Without one the configured model plans it; without a model a plan is needed.' }),
      run: z.boolean().optional().meta({ description: 'Whether it runs as soon as it has a plan. Default false: it waits for its run.' }),
    })
    .check(refuseOwnGoal),
);

const newPlan = named(
  'NewTaskPlan',
  z.strictObject({ plan: planSchema.optional().meta({ description: 'Absent: the configured model makes it.' }) }),
);

const result = named(
  'StepResult',
  z.strictObject({
    status: z.enum(['succeeded', 'failed', 'unknown', 'retry']).meta({
      description:
        'What became of it. "retry", to do it again, may be said only of a step whose outcome is unknown, and only by a signed-in person.',
    }),
    output: jsonValue({ description: `What it gave: any JSON, up to ${maxOutputBytes} bytes.`, maxBytes: maxOutputBytes }).optional(),
    error: text({ description: 'Why it failed, up to 2,000 characters.', max: 2000, unit: 'characters', empty: true }).optional(),
  }),
);

const decision = z.strictObject({
  id: uuid('Identifies the decision within the task.'),
  at: moment('When it was made.'),
  revision: wholeNumber(0, 'Of the plan that it is about.'),
  step_id: z.string().nullable(),
  subject: z.enum(['plan', 'preview', 'step', 'person']).meta({
    description:
      'What was decided on: a plan that was taken, what would be decided about a step, a step before it was carried out, an unknown outcome.',
  }),
  outcome: z.string(),
  decision_id: z.string().nullable().meta({ description: 'The decision of the governance layer, where one was written down.' }),
  detail: z.record(z.string(), json).meta({ description: 'Why, by which rules, and the SHA-256 of what it was decided on.' }),
});

const tag = 'Tasks';
const stepParams = idParams.extend({ step_id: z.string().max(64).meta({ description: 'The step.' }) });
const asItIs = { 202: { description: 'The task as it is now.', body: task } } as const;

const control = <Verb extends string>(verb: Verb, summary: string, description: string) =>
  ({
    method: 'POST',
    path: `/v1/tasks/{id}/${verb}`,
    tag,
    summary,
    description,
    credentials: anyCredential,
    params: idParams,
    answers: asItIs,
  }) as const;

export const taskRoutes = {
  createTask: {
    method: 'POST',
    path: '/v1/tasks',
    tag,
    summary: 'Submit a goal, with a plan or to be planned',
    description:
      'The task acts as the credential that submits it. A plan is checked whole before anything is stored: its steps, what they depend on, their inputs and references, and the plans of tasks below it: tasks go 4 deep at most, and none has the goal of one above it. How many tasks a workspace has carried out at the same time, has that have not ended (409, `too_many_tasks`) and submits within an hour (429), and how many steps a plan has, depends on what it pays for.',
    credentials: anyCredential,
    body: newTask,
    answers: { 201: { description: 'The task: planned, or being planned.', body: task } },
  },
  listTasks: {
    method: 'GET',
    path: '/v1/tasks',
    tag,
    summary: "List the user's tasks of the project, newest first",
    credentials: anyCredential,
    query: listQuery.extend({
      status: status.optional(),
      agent_id: agentId.optional(),
      parent_task_id: uuid('Only tasks that a step of this one started.').optional(),
    }),
    answers: { 200: { description: 'A page of tasks.', body: listOf('TaskList', z.strictObject(taskFields)) } },
  },
  getTask: {
    method: 'GET',
    path: '/v1/tasks/{id}',
    tag,
    summary: 'Read a task with its plan',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: { description: 'The task.', body: task } },
  },
  getTaskPlan: {
    method: 'GET',
    path: '/v1/tasks/{id}/plan',
    tag,
    summary: 'Read a plan of a task with how far its steps are',
    credentials: anyCredential,
    params: idParams,
    query: z.strictObject({ revision: wholeNumber(1, 'An earlier plan. Default: the one in use.').optional() }),
    answers: { 200: { description: 'The plan.', body: plan } },
  },
  replaceTaskPlan: {
    method: 'POST',
    path: '/v1/tasks/{id}/plan',
    tag,
    summary: 'Plan a task again',
    description: 'For one that has not begun, or has ended without success. The plan before stays readable under its revision.',
    credentials: anyCredential,
    params: idParams,
    body: newPlan,
    answers: asItIs,
  },
  listTaskDecisions: {
    method: 'GET',
    path: '/v1/tasks/{id}/decisions',
    tag,
    summary: 'Read what was decided about a task and why',
    credentials: anyCredential,
    params: idParams,
    answers: {
      200: {
        description: 'In the order in which they were made.',
        body: named('TaskDecisions', z.strictObject({ data: z.array(decision) })),
      },
    },
  },
  runTask: control('run', 'Start a planned task', 'It is carried out by a worker; watch its events.'),
  pauseTask: control(
    'pause',
    'Pause a task',
    'At once when nothing is under way, else when the steps under way are through. The tasks that go on below it pause with it.',
  ),
  resumeTask: control(
    'resume',
    'Go on with a paused task',
    'Steps that are done are not done again. The tasks below that were paused with it go on too.',
  ),
  cancelTask: control(
    'cancel',
    'End a task',
    'What is under way is told to stop, approvals that are waited for are taken back, and what was done is undone where its step says how.',
  ),
  retryTask: control(
    'retry',
    'Go on with a task that ended without success',
    'From the step that failed. Steps that are done are not done again.',
  ),
  reportStepResult: {
    method: 'POST',
    path: '/v1/tasks/{id}/steps/{step_id}/result',
    tag,
    summary: 'Say what became of a step',
    description:
      'For an action that was carried out, a wait for an event (also before the wait has begun), and a step whose outcome is unknown. Any other step answers 409.',
    credentials: anyCredential,
    params: stepParams,
    body: result,
    answers: { 200: { description: 'The task as it is now.', body: task } },
  },
  watchTask: {
    method: 'GET',
    path: '/v1/tasks/{id}/events',
    tag,
    summary: 'Watch what happens to a task',
    description:
      'Server-sent events from the first on, or from the one after `Last-Event-ID`. Each has the sequence number as its id, `task.<status>` or `step.<status>` and the like as its name, and {"seq", "at", "type", "step_id", "detail"} as its data. The stream ends when the task has ended.',
    credentials: anyCredential,
    params: idParams,
    query: z.strictObject({ after: wholeNumber(0, 'As Last-Event-ID, for those who cannot send headers.').optional() }),
    answers: { 200: { description: 'A stream of events.', mediaType: 'text/event-stream' } },
  },
} as const satisfies RestRoutes;
