import { Readable } from 'node:stream';
import type { AuditChains, AuditLog, Chain, EntryFilter } from '@cairn/audit';
import { auditRoutes } from '@cairn/contracts';
import { CairnError, pageBounds } from '@cairn/core';
import type { Actor } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { toEntry, toTrace, toVerification } from './audit-view.ts';
import { noSuchWorkspace } from './directory-refusals.ts';
import { mountRoute } from './mount-route.ts';
import { fromNumberCursor, toNumberCursor } from './number-cursor.ts';
import { ok } from './rest-answer.ts';
import type { RawAnswer, RestAnswer } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { personArea, projectArea } from './work-area.ts';
import type { PersonMeans } from './work-area.ts';

/** The audit that the routes read. */
export interface AuditAccess {
  readonly log: AuditLog;
  readonly chains: Pick<AuditChains, 'page' | 'trace'>;
}

/** `/v1/audit`, `/v1/traces` and `/v1/workspaces/{id}/audit`. */
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

interface EntryQuery extends EntryFilter {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly after?: number | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

async function listed(chains: AuditAccess['chains'], chain: Chain, query: EntryQuery) {
  const { limit = pageBounds.defaultLimit, cursor, after, order = 'asc', ...filter } = query;
  for (const bound of ['from', 'to'] as const) refuseNoTime(bound, filter[bound]);
  // A cursor goes on in the same list and order only; which entries it shows is asked anew.
  const scope = ['audit', chain.id, order];
  const page = await chains.page(
    chain,
    {
      after: cursor === undefined ? after : fromNumberCursor(scope, cursor),
      limit: Math.min(limit, pageBounds.maxLimit),
      isReversed: order === 'desc',
    },
    filter,
  );
  return {
    data: page.entries.map((link) => toEntry(chain.kind, link)),
    next_cursor: page.next === null ? null : toNumberCursor(scope, page.next),
  };
}

function refuseNoTime(path: string, text: string | undefined): void {
  if (text === undefined || (isoDate.test(text) && !Number.isNaN(Date.parse(text)))) return;
  const message = 'must be a time in ISO 8601, such as 2026-11-28T09:00:00Z';
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function exported(log: AuditLog, chain: Chain): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${chain.id}.ndjson"`,
    },
    raw: Readable.from(log.export(chain), { objectMode: false }),
  };
}

function keyOf({ key: { publicKey, keyId } }: AuditLog): RestAnswer {
  return ok({
    key_id: keyId,
    algorithm: 'Ed25519',
    public_key: publicKey,
    jwk: { kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: keyId, use: 'sig' },
  });
}
