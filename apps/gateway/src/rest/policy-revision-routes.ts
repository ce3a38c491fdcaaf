import { jsonSchemaOf, policyRevisionRoutes } from '@cairn/contracts';
import { CairnError, pageBounds } from '@cairn/core';
import type { Actor } from '@cairn/core';
import { checkRevision, maxRevisions, replay, ruleSchema } from '@cairn/governance';
import type { GovernedStores, PolicyRevision, ReplayReport } from '@cairn/governance';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { actingAs } from './acting-as.ts';
import { activateRevision } from './activate-revision.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { toEvaluation } from './evaluation-view.ts';
import { mountPrepared, mountRoute } from './mount-route.ts';
import { foundRevision, inPlace, readableRevision } from './policy-drafts.ts';
import { ok } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { projectArea } from './work-area.ts';

/** `/v1/policies/revisions`: numbered rules, of a project and of its workspace. */
export function mountPolicyRevisions(app: FastifyInstance, deps: RestDeps): void {
  const { stores, evaluator, recorded, guards } = deps;
  const common = { area: projectArea<GovernedStores>(stores), guards };

  mountRoute(app, { ...common, route: policyRevisionRoutes.getPolicy }, async ({ actor, stores: own }) => {
    const [project, workspace] = [await own.policies.current(actor, 'project'), await own.policies.current(actor, 'workspace')];
    const isReadable = project.fault === null && workspace.fault === null;
    return ok({ enforced: isReadable ? 'rules' : 'deny_all', project: toListed(project), workspace: toListed(workspace) });
  });

  mountRoute(app, { ...common, route: policyRevisionRoutes.listPolicyRevisions }, async ({ actor, stores: own, query }) => {
    const { scope = 'project', limit = pageBounds.defaultLimit, cursor } = query;
    const place = ['policies', actor.projectId, scope] as const;
    const applied = Math.min(limit, pageBounds.maxLimit);
    const below = cursor === undefined ? undefined : Date.parse(fromCursor(place, cursor).createdAt);
    const walked = await own.policies.list(actor, scope, { limit: applied + 1, below });
    const shown = walked.slice(0, applied);
    const last = shown.at(-1);
    return ok({ data: shown.map(toListed), next_cursor: walked.length > applied && last ? toCursor(place, markOf(actor, last)) : null });
  });

  mountRoute(app, { ...common, route: policyRevisionRoutes.createPolicyRevision }, async ({ actor, stores: own, body }) => {
    requireRight(actor, 'manage_policies');
    const revision = await own.policies.create(actor, body.scope ?? 'project', { name: body.name, rules: body.rules });
    if (revision === 'too_many')
      throw new CairnError('CONFLICT', { message: `there are ${maxRevisions} revisions, and no more can be written` });
    return { status: 201, headers: { location: `/v1/policies/revisions/${revision.number}` }, body: toRest(revision) };
  });

  mountRoute(app, { ...common, route: policyRevisionRoutes.getPolicyRevision }, async ({ actor, stores: own, params, query }) =>
    ok(toRest(await foundRevision(own, actor, { scope: query.scope ?? 'project', number: params.n }))),
  );

  mountRoute(app, { ...common, reads: true, route: policyRevisionRoutes.testPolicyRevision }, async ({ actor, params, query, body }) => {
    const scope = query.scope ?? 'project';
    const revision = await readableRevision(stores, actor, { scope, number: params.n });
    const faults = checkRevision(revision);
    if (body.action === undefined) return ok({ valid: faults.length === 0, faults, evaluation: null });
    const draft = await inPlace(stores, actor, { scope, revision });
    const decision = await evaluator.evaluateBy(draft, body.action, actingAs(actor, body.agent_id));
    return ok({ valid: faults.length === 0, faults, evaluation: toEvaluation(decision, revision.name) });
  });

  mountRoute(app, { ...common, reads: true, route: policyRevisionRoutes.replayPolicyRevision }, async ({ actor, params, query, body }) => {
    requireRight(actor, 'manage_policies');
    const scope = query.scope ?? 'project';
    const draft = await inPlace(stores, actor, { scope, revision: await readableRevision(stores, actor, { scope, number: params.n }) });
    const range = { limit: body.limit ?? 1000, from: body.from, to: body.to };
    const report = await replay(evaluator, draft, recorded.recorded(actor.projectId, range));
    return ok({ ...toReport(report, actor), not_replayed: { count: await recorded.undecided(actor.projectId, range), reason: undecided } });
  });

  mountPrepared(
    app,
    {
      ...common,
      settle: () => evaluator.settle(),
      route: policyRevisionRoutes.activatePolicyRevision,
      prepare: async ({ request, params, query }) => {
        const actor = request.actor();
        requireRight(actor, 'manage_policies');
        const scope = query.scope ?? 'project';
        const faults = checkRevision(await readableRevision(stores, actor, { scope, number: params.n }));
        if (faults.length === 0 || params.n === 0) return scope;
        throw new CairnError('INVALID_ARGUMENT', {
          message: 'this revision cannot be activated; write another one without these faults',
          issues: faults,
        });
      },
    },
    async ({ actor, prepared: scope, params }) => ok(toRest(await activateRevision(deps, actor, { scope, number: params.n }))),
  );

  const schema = JSON.stringify(jsonSchemaOf(ruleSchema));
  app.get(policyRevisionRoutes.getPolicySchema.path, (_request, reply) =>
    reply.type('application/schema+json; charset=utf-8').send(schema),
  );
}

/** A cursor holds a time; the number of a revision takes its place. */
const markOf = ({ projectId }: Actor, { number }: PolicyRevision) => ({ createdAt: new Date(number).toISOString(), id: projectId });

const statusOf = ({ number, isActive, activatedAt }: Pick<PolicyRevision, 'number' | 'isActive' | 'activatedAt'>) => {
  if (isActive) return 'active';
  return activatedAt === null && number !== 0 ? 'draft' : 'superseded';
};

const toListed = ({ number, name, isActive, rules, fault, createdBy, createdAt, activatedAt }: PolicyRevision) => ({
  id: String(number),
  number,
  name,
  active: isActive,
  status: statusOf({ number, isActive, activatedAt }),
  rule_count: rules.length,
  fault,
  created_by: createdBy,
  created_at: createdAt,
  activated_at: activatedAt,
});

const toRest = (revision: PolicyRevision) => ({ ...toListed(revision), rules: revision.rules });

const undecided = 'the rules allowed all of their kind, so that they were carried out and no decision on them was recorded';

/** What others asked for is told to people, as in approvals, and not to what works for them. */
const toReport = ({ replayed, counts, byRule, flips }: ReplayReport, { kind: by, userId: own }: Actor) => ({
  replayed,
  counts,
  by_rule: byRule,
  flips: flips.map(({ decisionId, decidedAt, ruleIds, title, userId, ...flip }) => ({
    decision_id: decisionId,
    decided_at: decidedAt,
    ...flip,
    title: by === 'session' || userId === own ? title : null,
    rule_ids: ruleIds,
  })),
});
