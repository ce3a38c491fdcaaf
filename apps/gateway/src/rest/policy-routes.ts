import { policyRoutes } from '@cairn/contracts';
import type { GovernedStores } from '@cairn/governance';
import type { FastifyInstance } from 'fastify';
import { actingAs } from './acting-as.ts';
import { toEvaluation } from './evaluation-view.ts';
import { mountRoute } from './mount-route.ts';
import { inPlace, readableRevision } from './policy-drafts.ts';
import { ok } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { projectArea } from './work-area.ts';

/** `POST /v1/policies/evaluate`. */
export function mountPolicies(app: FastifyInstance, { stores, evaluator, guards }: RestDeps): void {
  const route = policyRoutes.evaluatePolicy;
  mountRoute(app, { area: projectArea<GovernedStores>(stores), guards, reads: true, route }, async ({ actor, stores: own, body }) => {
    const acting = actingAs(actor, body.agent_id);
    if (body.revision === undefined) {
      const { name } = await evaluator.inForce(actor.projectId);
      return ok(toEvaluation(await evaluator.evaluate(body.action, acting), name));
    }
    const revision = await readableRevision(own, actor, { scope: 'project', number: body.revision });
    const draft = await inPlace(own, actor, { scope: 'project', revision });
    return ok(toEvaluation(await evaluator.evaluateBy(draft, body.action, acting), revision.name));
  });
}
