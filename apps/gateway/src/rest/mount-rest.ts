import type { FastifyInstance } from 'fastify';
import { mountActions } from './action-routes.ts';
import { mountAgents } from './agent-routes.ts';
import { mountApiKeys } from './api-key-routes.ts';
import { mountApprovals } from './approval-routes.ts';
import { mountKnowledge } from './document-routes.ts';
import { mountAudit } from './audit-routes.ts';
import { mountDocs } from './mount-docs.ts';
import { mountHooks } from './hook-routes.ts';
import { mountInvitations } from './invitation-routes.ts';
import { mountMembers } from './member-routes.ts';
import { mountMemories } from './memory-routes.ts';
import { mountMemoryTransfer } from './memory-transfer-routes.ts';
import { mountOperator } from './operator-routes.ts';
import { mountPolicyRevisions } from './policy-revision-routes.ts';
import { mountPolicies } from './policy-routes.ts';
import { mountProjects } from './project-routes.ts';
import { mountRecall } from './recall-routes.ts';
import type { RestDeps } from './rest-deps.ts';
import { mountSubmission } from './submission-route.ts';
import { mountSchedules } from './tasks/schedule-routes.ts';
import { mountTasks } from './tasks/task-routes.ts';
import { mountWorkspaces } from './workspace-routes.ts';

/** Serves the control plane under `/v1`, its OpenAPI document and a page of it. */
export function mountRest(app: FastifyInstance, deps: RestDeps): void {
  mountMemories(app, deps);
  mountMemoryTransfer(app, deps);
  mountRecall(app, deps);
  mountAgents(app, deps);
  mountApiKeys(app, deps);
  mountWorkspaces(app, deps);
  mountMembers(app, deps);
  mountInvitations(app, deps);
  mountProjects(app, deps);
  mountOperator(app, deps);
  mountDocs(app, deps);
  mountKnowledge(app, deps);
  mountSubmission(app, deps);
  mountPolicies(app, deps);
  mountPolicyRevisions(app, deps);
  mountActions(app, deps);
  mountApprovals(app, deps);
  mountTasks(app, deps);
  mountSchedules(app, deps);
  mountAudit(app, deps);
  mountHooks(app, deps);
}
