import { policyRoutes } from '@cairn/contracts';
import { decide, noHistory, starterRevision } from '@cairn/governance';
import type { Decision } from '@cairn/governance';
import type { FastifyInstance } from 'fastify';
import { mountRoute } from './mount-route.ts';
import { ok } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { projectArea } from './work-area.ts';

/** `POST /v1/policies/evaluate`. */
export function mountPolicies(app: FastifyInstance, { stores, guards }: RestDeps): void {
  mountRoute(app, { area: projectArea(stores), guards, reads: true, route: policyRoutes.evaluatePolicy }, async ({ actor, body }) => {
    const { projectId, userId, credentialId } = actor;
    const acting = { projectId, userId, credentialId, agentId: body.agent_id };
    return ok(toEvaluation(decide(body.action, starterRevision, { acting, history: noHistory, now: new Date() })));
  });
}

function toEvaluation(decision: Decision) {
  const { nearestMiss } = decision;
  return {
    outcome: decision.outcome,
    action_digest: decision.actionDigest,
    policy_revision: decision.policyRevision,
    policy_name: starterRevision.name,
    rule_ids: decision.ruleIds,
    obligations: decision.obligations,
    risk: decision.risk,
    explain: decision.explain.map(({ valueRef, ...rest }) => ({ ...rest, value_ref: valueRef })),
    nearest_miss:
      nearestMiss === undefined
        ? null
        : { rule: nearestMiss.rule, missing: nearestMiss.missing.map(({ clause, valueRef }) => ({ clause, value_ref: valueRef })) },
    shadow: decision.shadow,
    approval: decision.approval ?? null,
  };
}
