import { policyRoutes } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';
import { actingAs } from './acting-as.ts';
import { toEvaluation } from './evaluation-view.ts';
import { mountRoute } from './mount-route.ts';
import { ok } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { projectArea } from './work-area.ts';

/** `POST /v1/policies/evaluate`. */
export function mountPolicies(app: FastifyInstance, { stores, evaluator, guards }: RestDeps): void {
  mountRoute(app, { area: projectArea(stores), guards, reads: true, route: policyRoutes.evaluatePolicy }, async ({ actor, body }) => {
    const { name } = await evaluator.inForce(actor.projectId);
    return ok(toEvaluation(await evaluator.evaluate(body.action, actingAs(actor, body.agent_id)), name));
  });
}
