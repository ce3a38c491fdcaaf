import { scheduleRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { createActions } from '@cairn/governance';
import { nextRun, scheduleAction } from '@cairn/orchestration';
import type { NewSchedule, Schedule, ScheduleStart, ScheduleWrite } from '@cairn/orchestration';
import type { Evaluated } from '@cairn/governance';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../../caller/require-right.ts';
import { mountPrepared, mountRoute } from '../mount-route.ts';
import { created, noContent, ok } from '../rest-answer.ts';
import type { RestAnswer } from '../rest-answer.ts';
import type { RestDeps } from '../rest-deps.ts';
import { walkList } from '../walk-list.ts';
import { taskArea } from './task-area.ts';
import type { TaskMeans } from './task-area.ts';
import { requirePlanner } from './require-planner.ts';

/** `/v1/schedules`. */
export function mountSchedules(app: FastifyInstance, deps: RestDeps): void {
  const { tasks: stores, guards, evaluator } = deps;
  const common = { area: taskArea(stores), guards };

  mountPrepared(
    app,
    {
      ...common,
      route: scheduleRoutes.createSchedule,
      prepare: async ({ request, body }) => {
        const actor = request.actor();
        requireRight(actor, 'write_content');
        if (body.plan === undefined) requirePlanner(deps);
        const schedule: NewSchedule = {
          goal: body.goal,
          agentId: body.agent_id,
          plan: body.plan,
          cron: body.cron,
          timeZone: body.time_zone ?? 'UTC',
          maxRuns: body.max_runs,
          endsAt: body.ends_at,
        };
        const actions = createActions({ evaluator, repository: stores.actions });
        return { schedule, evaluated: await actions.evaluate(actor, scheduleAction(schedule), { agentId: body.agent_id }) };
      },
    },
    async ({ actor, inOne, prepared: { schedule, evaluated } }) => {
      const made = await inOne(async ({ schedules, actions }) => {
        const start = await startOf(createActions({ evaluator, repository: actions }), { actor, schedule, evaluated });
        return start && schedules.create(actor, schedule, start);
      });
      // The decision is kept all the same.
      if (made === undefined) throw new CairnError('FORBIDDEN', { message: 'the policy of this project denies such a schedule' });
      return created(`/v1/schedules/${made.id}`, toRestSchedule(made));
    },
  );

  mountRoute(app, { ...common, route: scheduleRoutes.listSchedules }, async ({ actor, own: { schedules }, query }) =>
    ok(
      await walkList(query, {
        scope: ['schedules', actor.projectId, actor.userId],
        next: (walk) => schedules.walk(actor, walk),
        show: toRestSchedule,
      }),
    ),
  );

  mountRoute(app, { ...common, route: scheduleRoutes.getSchedule }, async ({ actor, own: { schedules }, params }) =>
    ok(toRestSchedule(found(await schedules.get(actor, params.id)))),
  );

  mountRoute(app, { ...common, route: scheduleRoutes.pauseSchedule }, async ({ actor, own: { schedules }, params }) => {
    requireRight(actor, 'write_content');
    return moved(await schedules.pause(actor, params.id));
  });

  mountRoute(app, { ...common, route: scheduleRoutes.resumeSchedule }, async ({ actor, own: { schedules }, params }) => {
    requireRight(actor, 'write_content');
    const schedule = found(await schedules.get(actor, params.id));
    return moved(await schedules.resume(actor, params.id, nextRun(schedule, new Date())?.toISOString()));
  });

  mountRoute(app, { ...common, route: scheduleRoutes.deleteSchedule }, async ({ actor, own: { schedules }, params }) => {
    requireRight(actor, 'write_content');
    if (!(await schedules.remove(actor, params.id))) throw noSuchSchedule();
    return noContent;
  });
}

interface Making {
  readonly actor: TaskMeans['actor'];
  readonly schedule: NewSchedule;
  readonly evaluated: Evaluated;
}

/** Undefined: the policy denies it. */
async function startOf(
  actions: ReturnType<typeof createActions>,
  { actor, schedule, evaluated }: Making,
): Promise<ScheduleStart | undefined> {
  const { decisionId, decision, approval, permit } = await actions.record(actor, evaluated);
  if (permit) {
    await actions.spend(actor, { decisionId, permit: permit.token, digest: decision.actionDigest });
    return { status: 'active', nextRunAt: nextRun(schedule, new Date())?.toISOString() ?? '' };
  }
  if (decision.outcome === 'deny' || !approval) return undefined;
  return { status: 'waiting_approval', approvalId: approval.id, digest: decision.actionDigest, expiresAt: approval.expiresAt };
}

const noSuchSchedule = () => new CairnError('NOT_FOUND', { message: 'no schedule with that id in this project' });

function found(schedule: Schedule | undefined): Schedule {
  if (!schedule) throw noSuchSchedule();
  return schedule;
}

function moved(write: ScheduleWrite): RestAnswer {
  if (write.outcome === 'not_found') throw noSuchSchedule();
  if (write.outcome === 'conflict') throw new CairnError('CONFLICT', { message: `the schedule is ${write.status}` });
  return ok(toRestSchedule(write.schedule));
}

const toRestSchedule = (schedule: Schedule) => ({
  id: schedule.id,
  goal: schedule.goal,
  agent_id: schedule.agentId,
  plan: schedule.plan,
  cron: schedule.cron,
  time_zone: schedule.timeZone,
  status: schedule.status,
  approval_id: schedule.approvalId,
  error: schedule.error,
  runs: schedule.runs,
  max_runs: schedule.maxRuns,
  ends_at: schedule.endsAt,
  next_run_at: schedule.nextRunAt,
  last_run_at: schedule.lastRunAt,
  created_at: schedule.createdAt,
  updated_at: schedule.updatedAt,
});
