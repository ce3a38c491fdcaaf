import type { Chain } from '@cairn/audit';
import { auditRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Actor } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { exported, keyOf, listed } from './audit-answers.ts';
import { toTrace, toVerification } from './audit-view.ts';
import { noSuchWorkspace } from './directory-refusals.ts';
import { mountRoute } from './mount-route.ts';
import { ok } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { personArea, projectArea } from './work-area.ts';
import type { PersonMeans } from './work-area.ts';

/** `/v1/audit`, `/v1/traces`, `/v1/workspaces/{id}/audit` and `/v1/account/audit`. */
export function mountAudit(app: FastifyInstance, { stores, directory, guards, audit }: RestDeps): void {
  const { log, chains } = audit;
  const inProject = { area: projectArea(stores), guards };

  mountRoute(app, { ...inProject, route: auditRoutes.listAudit }, async ({ actor, query }) =>
    ok(await listed(chains, auditOf(actor), query)),
  );

  mountRoute(app, { ...inProject, route: auditRoutes.verifyAudit }, async ({ actor }) =>
    ok(toVerification(await log.verify(auditOf(actor)))),
  );

  mountRoute(app, { ...inProject, route: auditRoutes.exportAudit }, async ({ actor }) => exported(log, auditOf(actor)));

  mountRoute(app, { ...inProject, route: auditRoutes.getAuditKey }, async () => keyOf(log));

  mountRoute(app, { ...inProject, route: auditRoutes.getTrace }, async ({ actor, params: { trace_id: traceId } }) => {
    const { id } = auditOf(actor);
    const links = traceIds.test(traceId) ? await chains.trace(id, traceId) : [];
    if (links.length === 0) throw new CairnError('NOT_FOUND', { message: 'nothing in this project bears that trace_id' });
    return ok(toTrace(traceId, links));
  });

  const inWorkspace = { area: personArea(directory), guards };

  mountRoute(app, { ...inWorkspace, route: auditRoutes.listWorkspaceAudit }, async ({ params, query, ...means }) =>
    ok(await listed(chains, await workspaceAudit(means, params.id), query)),
  );

  mountRoute(app, { ...inWorkspace, route: auditRoutes.verifyWorkspaceAudit }, async ({ params, ...means }) =>
    ok(toVerification(await log.verify(await workspaceAudit(means, params.id)))),
  );

  mountRoute(app, { ...inWorkspace, route: auditRoutes.exportWorkspaceAudit }, async ({ params, ...means }) =>
    exported(log, await workspaceAudit(means, params.id)),
  );

  mountRoute(app, { ...inWorkspace, route: auditRoutes.listAccountAudit }, async ({ person, query }) =>
    ok(await listed(chains, accountAudit(person), query)),
  );

  mountRoute(app, { ...inWorkspace, route: auditRoutes.verifyAccountAudit }, async ({ person }) =>
    ok(toVerification(await log.verify(accountAudit(person)))),
  );

  mountRoute(app, { ...inWorkspace, route: auditRoutes.exportAccountAudit }, async ({ person }) => exported(log, accountAudit(person)));

  mountRoute(app, { ...inWorkspace, route: auditRoutes.getAccountAuditKey }, async () => keyOf(log));
}

const traceIds = /^[0-9a-f]{32}$/;

/** The chain of the caller's project. @throws FORBIDDEN for a role that may not read it */
function auditOf(actor: Actor): Chain {
  requireRight(actor, 'read_audit');
  return { kind: 'project', id: actor.projectId };
}

/** The chain of a workspace. @throws NOT_FOUND for a stranger, FORBIDDEN for a role that may not read it */
async function workspaceAudit({ person, directory }: PersonMeans, id: string): Promise<Chain> {
  const workspace = await directory.workspaces.workspace(person.userId, id);
  if (!workspace) throw new CairnError('NOT_FOUND', { message: noSuchWorkspace });
  requireRight(workspace, 'read_audit');
  return { kind: 'directory', id };
}

/** What a person did to their own account, outside of any workspace. */
const accountAudit = ({ userId }: PersonMeans['person']): Chain => ({ kind: 'directory', id: userId });
