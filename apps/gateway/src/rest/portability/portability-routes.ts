import { Readable } from 'node:stream';
import { personOnly, portabilityRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { awaitLongBody, HttpFault } from '@cairn/service-kit';
import type { DataKeyState } from '@cairn/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { abortedOnClose } from '../../caller/call-context.ts';
import { wouldBeLetIn } from '../../caller/recheck.ts';
import { done, noSuchProject } from '../directory-refusals.ts';
import { toReceipt } from '../erasure-view.ts';
import { mountRoute, mountUpload } from '../mount-route.ts';
import { toRestProject } from '../project-routes.ts';
import { ok } from '../rest-answer.ts';
import type { RestAnswer } from '../rest-answer.ts';
import type { RestDeps } from '../rest-deps.ts';
import { StreamQuota } from '../stream-quota.ts';
import { walkList } from '../walk-list.ts';
import { personArea } from '../work-area.ts';
import { bodyParts } from './body-parts.ts';
import { comeIntoForce } from './come-into-force.ts';
import { exportProject } from './export-project.ts';
import { importProject, type Imported } from './import-project.ts';

/** Each may hold an original in memory. */
const streamBounds = { perCredential: 2, inAll: 6 };

const lineTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'];

/** Projects as archives, receipts of deleted ones, and their data keys. */
export function mountPortability(app: FastifyInstance, deps: RestDeps): void {
  const quota = new StreamQuota(streamBounds);
  mountExport(app, deps, quota);
  app.register(async (transfer) => {
    transfer.removeAllContentTypeParsers();
    transfer.addContentTypeParser(lineTypes, (_request, payload, finished) => finished(null, payload));
    mountImport(transfer, deps, quota);
  });
  mountErasures(app, deps);
  mountKeys(app, deps);
}

function mountExport(app: FastifyInstance, deps: RestDeps, quota: StreamQuota): void {
  const { directory, guards } = deps;
  const guard = guards.credential({ kinds: personOnly, project: false });
  mountRoute(app, { area: personArea(directory), guards, route: portabilityRoutes.exportProject }, async (call) => {
    const { person, params, request, reply } = call;
    const free = quota.take(person.sessionId);
    const signal = AbortSignal.any([app.closing, abortedOnClose(reply)]);
    try {
      return await exportProject(deps, {
        person,
        projectId: params.id,
        async mayGoOn() {
          signal.throwIfAborted();
          if (!(await wouldBeLetIn(guard, request, reply))) throw new CairnError('UNAUTHORIZED');
        },
        onEnd: free,
      });
    } catch (error) {
      free();
      throw error;
    }
  });
}

function mountImport(app: FastifyInstance, deps: RestDeps, quota: StreamQuota): void {
  const { directory, guards } = deps;
  const route = portabilityRoutes.importProject;
  const readBody = async ({ body }: FastifyRequest): Promise<Readable> => {
    if (body instanceof Readable) return body;
    throw new HttpFault(415, { message: `send the archive as ${lineTypes[0]}, as it was taken out` });
  };
  mountUpload(app, { area: personArea(directory), guards, route, readBody }, async ({ person, query, body, request, reply }) => {
    const free = quota.take(person.sessionId);
    reply.raw.once('close', free);
    awaitLongBody(request, reply);
    const imported = await importProject(deps, {
      person,
      workspaceId: query.workspace_id,
      body: bodyParts(body),
      closing: app.closing,
    });
    const policy = await comeIntoForce(deps, person, imported);
    return answerOf(imported, policy);
  });
}

function answerOf({ project, created, records }: Imported, policy: object): RestAnswer {
  const body = { project: toRestProject(project), created, records, policy };
  return created ? { status: 201, body, headers: { location: `/v1/projects/${project.id}` } } : ok(body);
}

function mountErasures(app: FastifyInstance, { directory, guards }: RestDeps): void {
  const area = personArea(directory);
  mountRoute(app, { area, guards, route: portabilityRoutes.listErasures }, async ({ person, query }) => {
    const scope = ['erasures', person.userId];
    const next = directory.erasures.receipts.bind(directory.erasures, person.userId);
    return ok(await walkList(query, { scope, next, show: toReceipt }));
  });

  mountRoute(app, { area, guards, route: portabilityRoutes.getErasure }, async ({ person, params }) => {
    const receipt = await directory.erasures.receipt(person.userId, params.project_id);
    return ok(toReceipt(done(receipt ?? 'not_found', 'no receipt of a project with that id that you may see')));
  });
}

function mountKeys(app: FastifyInstance, { directory, keyRotation, guards }: RestDeps): void {
  const area = personArea(directory);
  mountRoute(app, { area, guards, route: portabilityRoutes.getProjectKey }, async ({ person, params }) =>
    ok(toKey(done(await keyRotation.state(person.userId, params.id), noSuchProject))),
  );

  mountRoute(app, { area, guards, reads: true, route: portabilityRoutes.rotateProjectKey }, async ({ person, params }) => ({
    status: 202,
    body: toKey(done(await keyRotation.rotate(person, params.id), noSuchProject)),
  }));
}

const toKey = ({ version, createdAt, isReplacing }: DataKeyState) => ({
  version,
  created_at: createdAt,
  status: isReplacing ? 'replacing' : 'in_use',
});
