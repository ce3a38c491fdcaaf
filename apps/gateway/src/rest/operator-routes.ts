import { createOperatorCheck, createPasswordReset } from '@cairn/auth';
import type { OperatorCheck, OperatorWorkspace } from '@cairn/auth';
import { operatorRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { done } from './directory-refusals.ts';
import { mountOperatorAudit } from './operator-audit-routes.ts';
import { inputReaders } from './read-inputs.ts';
import type { RestDeps } from './rest-deps.ts';
import { walkList } from './walk-list.ts';

/** `/operator`: for whoever runs the service, let in by a token of their own and by no credential. */
export function mountOperator(app: FastifyInstance, { operator, operatorToken, passwords, authenticator, audit }: RestDeps): void {
  const onRequest = operatorGuard(createOperatorCheck({ token: operatorToken }));
  const { listAllWorkspaces, setPlan, resetPassword, removeClient } = operatorRoutes;

  const listing = inputReaders(listAllWorkspaces);
  app.get(listAllWorkspaces.path, { onRequest }, async (request) => {
    const next = operator.walk.bind(operator);
    return walkList(listing.query(request), { scope: ['operator workspaces'], next, show: toRestWorkspace });
  });

  const setting = inputReaders(setPlan);
  app.patch(setPlan.path.replace('{id}', ':id'), { onRequest }, async (request) => {
    setting.query(request);
    const { id } = setting.params(request);
    const workspace = await operator.setPlan(id, setting.body(request).plan, request.id);
    const changed = done(workspace ?? 'not_found', 'no workspace with that id');
    // The plan is read with the credential, so the limit holds on every process once this is answered.
    await authenticator.settle();
    return toRestWorkspace(changed);
  });

  const reset = createPasswordReset({ operator, passwords });
  const resetting = inputReaders(resetPassword);
  app.post(resetPassword.path, { onRequest }, async (request, reply) => {
    resetting.query(request);
    const { email, new_password: newPassword } = resetting.body(request);
    await reset({ email, newPassword, requestId: request.id });
    await authenticator.settle();
    return reply.code(204).send();
  });

  const removing = inputReaders(removeClient);
  app.post(removeClient.path, { onRequest }, async (request, reply) => {
    removing.query(request);
    if (!(await operator.removeClient(removing.body(request).client_id, request.id))) {
      throw new CairnError('NOT_FOUND', { message: 'no client with that client_id' });
    }
    await authenticator.settle();
    return reply.code(204).send();
  });

  mountOperatorAudit(app, audit, onRequest);
}

function operatorGuard(check: OperatorCheck) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      check(bearerOf(request), request.ip);
    } catch (error) {
      if (error instanceof CairnError && error.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="cairn operator"');
      throw error;
    }
  };
}

const bearer = /^bearer +([!-~]{1,512})$/i;

const bearerOf = ({ headers }: FastifyRequest): string | undefined => bearer.exec(headers.authorization?.trim() ?? '')?.[1];

const toRestWorkspace = (workspace: OperatorWorkspace) => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  owners: workspace.owners,
  members: workspace.members,
  projects: workspace.projects,
  created_at: workspace.createdAt,
  updated_at: workspace.updatedAt,
});
