import { may } from '@cairn/auth';
import { approvalRoutes } from '@cairn/contracts';
import type { Actor } from '@cairn/core';
import { createApprovals, votingOf } from '@cairn/governance';
import type { Approval, GovernedStores } from '@cairn/governance';
import type { TaskRepository } from '@cairn/orchestration';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { toApprovalCard, toListedApproval } from './approval-view.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { ok } from './rest-answer.ts';
import { walkList } from './walk-list.ts';
import { projectArea } from './work-area.ts';
import type { ProjectMeans } from './work-area.ts';

type Means = Pick<ProjectMeans<GovernedStores>, 'actor' | 'stores'>;

/** `/v1/approvals` and the project's settings of governance. */
export function mountApprovals(app: FastifyInstance, { stores, tasks: { tasks }, guards }: RestDeps): void {
  const common = { area: projectArea<GovernedStores>(stores), guards };

  mountRoute(app, { ...common, route: approvalRoutes.listApprovals }, async ({ actor, stores: own, query }) => {
    const looking = { actor, selfApproval: await own.actions.allowsSelfApproval(actor) };
    return ok(
      await walkList(query, {
        // A cursor goes on with the same filter only.
        scope: ['approvals', actor.projectId, sightOf(actor), actor.userId, query.status ?? ''],
        next: (walk) => approvalsFor({ actor, stores: own }).list(actor, walk, { status: query.status }),
        show: (approval) => toListedApproval(approval, looking),
      }),
    );
  });

  mountRoute(app, { ...common, route: approvalRoutes.getApproval }, async ({ actor, stores: own, params }) =>
    shown({ actor, stores: own, tasks }, await approvalsFor({ actor, stores: own }).get(actor, params.id)),
  );

  mountRoute(app, { ...common, route: approvalRoutes.voteOnApproval }, async ({ actor, stores: own, params, body }) =>
    shown({ actor, stores: own, tasks }, await approvalsFor({ actor, stores: own }).vote(actor, params.id, body)),
  );

  mountRoute(app, { ...common, route: approvalRoutes.cancelApproval }, async ({ actor, stores: own, params }) =>
    shown({ actor, stores: own, tasks }, await approvalsFor({ actor, stores: own }).cancel(actor, params.id)),
  );

  mountRoute(app, { ...common, route: approvalRoutes.revokeApproval }, async ({ actor, stores: own, params }) =>
    shown({ actor, stores: own, tasks }, await approvalsFor({ actor, stores: own }).revoke(actor, params.id)),
  );

  mountRoute(app, { ...common, route: approvalRoutes.getGovernanceSettings }, async ({ actor, stores: own }) =>
    ok({ allow_self_approval: await own.actions.allowsSelfApproval(actor) }),
  );

  mountRoute(app, { ...common, route: approvalRoutes.changeGovernanceSettings }, async ({ actor, stores: own, body }) => {
    requireRight(actor, 'allow_self_approval');
    await own.actions.allowSelfApproval(actor, body.allow_self_approval);
    return ok(body);
  });
}

/** People who may vote see what waits for others too; an agent's credential sees what its own person asked for. */
const sightOf = (actor: Actor) => (actor.kind === 'session' && may(actor.role, 'vote_on_approvals') ? 'all' : 'own');

const approvalsFor = ({ actor, stores }: Means) => createApprovals(stores.actions, sightOf(actor));

async function shown({ actor, stores, tasks }: Means & { readonly tasks: TaskRepository }, approval: Approval) {
  const looking = { actor, selfApproval: await stores.actions.allowsSelfApproval(actor) };
  // The task is its person's alone: others see of it what they have to decide on, while they have to.
  const mayVote = votingOf(approval, actor, looking.selfApproval) === 'may_vote';
  const checkpoint = mayVote && approval.taskId !== null ? await tasks.checkpoint(actor, approval.id) : undefined;
  return ok(toApprovalCard(approval, looking, checkpoint));
}
