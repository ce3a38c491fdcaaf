import { actionRoutes } from '@cairn/contracts';
import { createActions } from '@cairn/governance';
import type { GovernedStores } from '@cairn/governance';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { toRestDecision } from './decision-view.ts';
import { mountPrepared, mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { ok } from './rest-answer.ts';
import { projectArea } from './work-area.ts';

/** An action is read by people, a page of them at a time. */
const maxActionBytes = 262_144;

/** `/v1/actions` and `/v1/executions`. */
export function mountActions(app: FastifyInstance, { stores, evaluator, guards }: RestDeps): void {
  const common = { area: projectArea<GovernedStores>(stores), guards };
  const actionsOver = (own: GovernedStores) => createActions({ evaluator, repository: own.actions });

  mountPrepared(
    app,
    {
      ...common,
      route: actionRoutes.decideAction,
      bodyLimit: maxActionBytes,
      prepare: async ({ request, body }) => {
        const actor = request.actor();
        requireRight(actor, 'write_content');
        return actionsOver(stores).evaluate(actor, body.action, { agentId: body.agent_id, taskId: body.task_id });
      },
    },
    async ({ actor, stores: own, prepared }) => ok(toRestDecision(await actionsOver(own).record(actor, prepared), actor)),
  );

  mountRoute(app, { ...common, route: actionRoutes.startAction }, async ({ actor, stores: own, params, body }) => {
    requireRight(actor, 'write_content');
    const execution = await actionsOver(own).start(actor, params.decision_id, body.permit, body.action_digest);
    return ok({ execution_id: execution });
  });

  mountRoute(app, { ...common, route: actionRoutes.reportOutcome }, async ({ actor, stores: own, params, body }) => {
    requireRight(actor, 'write_content');
    const { status, exit_code: exitCode, summary } = body;
    await actionsOver(own).report(actor, params.id, { status, exitCode, summary });
    return ok({ execution_id: params.id, status });
  });
}
