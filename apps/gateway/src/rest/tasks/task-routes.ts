import { taskRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Actor } from '@cairn/core';
import { previewPlan } from '@cairn/orchestration';
import type { Plan, Task, TaskRepository, TaskWrite } from '@cairn/orchestration';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireRight } from '../../caller/require-right.ts';
import { mountPrepared, mountRoute } from '../mount-route.ts';
import { created, ok } from '../rest-answer.ts';
import type { RestAnswer } from '../rest-answer.ts';
import type { RestDeps } from '../rest-deps.ts';
import { walkList } from '../walk-list.ts';
import { requirePlanner } from './require-planner.ts';
import { taskArea } from './task-area.ts';
import { toRestDecision, toRestPlan, toRestTask } from './task-view.ts';
import { createTaskWatch, lastEventId } from './task-watch.ts';

/** `/v1/tasks`. */
export function mountTasks(app: FastifyInstance, deps: RestDeps): void {
  const { tasks: stores, guards, taskLimits } = deps;
  const common = { area: taskArea(stores), guards };
  const watch = createTaskWatch({ tasks: stores, guards, closing: app.closing });
  /** What would be decided about the steps, asked outside of the kept transaction. */
  const prepare = async ({ request, body }: { readonly request: FastifyRequest; readonly body: { readonly plan?: Plan | undefined } }) => {
    const actor = request.actor();
    requireRight(actor, 'write_content');
    if (body.plan !== undefined) return previewPlan(deps.evaluator, actor, body.plan);
    requirePlanner(deps);
    return [];
  };

  mountPrepared(app, { ...common, route: taskRoutes.createTask, prepare }, async ({ actor, own: { tasks }, body, prepared }) => {
    await guards.quota({
      bucket: `tasks ${actor.workspaceId}`,
      max: taskLimits[actor.plan].perHour,
      message: 'this workspace has submitted as many tasks as it may within an hour; wait for Retry-After seconds',
    });
    const given = { goal: body.goal, agentId: body.agent_id, plan: body.plan, run: body.run ?? false };
    const task = await tasks.submit(actor, given, prepared);
    return created(`/v1/tasks/${task.id}`, await withPlan(tasks, actor, task));
  });

  mountRoute(app, { ...common, route: taskRoutes.listTasks }, async ({ actor, own: { tasks }, query }) => {
    const filter = { status: query.status, agentId: query.agent_id, parentTaskId: query.parent_task_id };
    return ok(
      await walkList(query, {
        scope: ['tasks', actor.projectId, actor.userId, JSON.stringify(filter)],
        next: (walk) => tasks.walk(actor, walk, filter),
        show: (task) => toRestTask(task),
      }),
    );
  });

  mountRoute(app, { ...common, route: taskRoutes.getTask }, async ({ actor, own: { tasks }, params }) =>
    ok(await withPlan(tasks, actor, found(await tasks.get(actor, params.id)))),
  );

  mountRoute(app, { ...common, route: taskRoutes.getTaskPlan }, async ({ actor, own: { tasks }, params, query }) => {
    found(await tasks.get(actor, params.id));
    const plan = await tasks.plan(actor, params.id, query.revision);
    if (!plan) throw new CairnError('NOT_FOUND', { message: 'this task has no such plan' });
    return ok(toRestPlan(plan));
  });

  mountPrepared(app, { ...common, route: taskRoutes.replaceTaskPlan, prepare }, async ({ actor, own: { tasks }, params, body, prepared }) =>
    accepted(tasks, actor, await tasks.replan(actor, params.id, body.plan, prepared)),
  );

  mountRoute(app, { ...common, route: taskRoutes.listTaskDecisions }, async ({ actor, own: { tasks }, params }) => {
    const decisions = await tasks.decisions(actor, params.id);
    if (!decisions) throw noSuchTask();
    return ok({ data: decisions.map(toRestDecision) });
  });

  for (const verb of ['run', 'pause', 'resume', 'cancel', 'retry'] as const) {
    mountRoute(app, { ...common, route: taskRoutes[`${verb}Task`] }, async ({ actor, own: { tasks }, params }) => {
      requireRight(actor, 'write_content');
      return accepted(tasks, actor, await tasks[verb](actor, params.id));
    });
  }

  mountRoute(
    app,
    { ...common, route: taskRoutes.reportStepResult, bodyLimit: resultBytes },
    async ({ actor, own: { tasks }, params, body }) => {
      requireRight(actor, 'write_content');
      if (body.status === 'retry') requirePerson(actor);
      const write = await tasks.report(actor, params.id, params.step_id, body);
      if (write.outcome === 'no_step') throw new CairnError('NOT_FOUND', { message: 'the plan in use has no step with that id' });
      return { ...(await accepted(tasks, actor, write)), status: 200 };
    },
  );

  mountRoute(app, { ...common, route: taskRoutes.watchTask }, async ({ actor, own: { tasks }, params, query, request, reply }) => {
    found(await tasks.get(actor, params.id));
    return watch(params.id, lastEventId(request) ?? query.after ?? 0, { actor, request, reply });
  });
}

/**
 * More than an output may have: one that is too large is read and told so, where a connection that is closed in its middle would tell
 * the sender nothing.
 */
const resultBytes = 12 * 1_048_576;

/** What may have been done is done again on the word of a person alone. */
function requirePerson({ kind }: Actor): void {
  if (kind !== 'session') {
    throw new CairnError('FORBIDDEN', {
      message: 'only a signed-in person may have a step done again whose outcome is unknown; say succeeded or failed if you know it',
    });
  }
}

const noSuchTask = () => new CairnError('NOT_FOUND', { message: 'no task with that id in this project' });

function found(task: Task | undefined): Task {
  if (!task) throw noSuchTask();
  return task;
}

async function accepted(tasks: TaskRepository, actor: Actor, write: TaskWrite): Promise<RestAnswer> {
  if (write.outcome === 'not_found') throw noSuchTask();
  if (write.outcome === 'conflict') {
    throw new CairnError('CONFLICT', { message: `the task is ${write.status}${write.reason === undefined ? '' : `: ${write.reason}`}` });
  }
  return { status: 202, body: await withPlan(tasks, actor, write.task) };
}

const withPlan = async (tasks: TaskRepository, actor: Actor, task: Task): Promise<object> =>
  toRestTask(task, task.revision === 0 ? undefined : await tasks.plan(actor, task.id));
