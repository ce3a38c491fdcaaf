import { accountRoutes } from './accounts.ts';
import { actionRoutes } from './actions.ts';
import { agentRoutes } from './agents.ts';
import { auditRoutes, operatorAuditRoutes } from './audit.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { approvalRoutes } from './approvals.ts';
import { invitationRoutes } from './invitations.ts';
import { connectionRoutes, interactionRoutes } from './interactions.ts';
import { contextRoutes } from './context.ts';
import { hookRoutes } from './hooks.ts';
import { knowledgeRoutes } from './knowledge.ts';
import { memberRoutes } from './members.ts';
import { memoryRoutes } from './memories.ts';
import { memoryTransferRoutes } from './memory-transfer.ts';
import { operatorRoutes } from './operator.ts';
import type { RestRoutes } from './route.ts';
import { policyRevisionRoutes } from './policy-revisions.ts';
import { policyRoutes } from './policies.ts';
import { serviceRoutes } from './service.ts';
import { scheduleRoutes } from './schedules.ts';
import { taskRoutes } from './tasks.ts';
import { toolCallRoutes } from './tool-calls.ts';
import { usageRoutes } from './usage.ts';
import { portabilityRoutes } from './portability.ts';
import { projectRoutes, workspaceRoutes } from './workspaces.ts';

/** Every documented call of the product, by the name of its operation. */
export const restCatalog = {
  ...toolCallRoutes,
  ...memoryRoutes,
  ...memoryTransferRoutes,
  ...contextRoutes,
  ...knowledgeRoutes,
  ...agentRoutes,
  ...policyRoutes,
  ...policyRevisionRoutes,
  ...actionRoutes,
  ...approvalRoutes,
  ...taskRoutes,
  ...scheduleRoutes,
  ...hookRoutes,
  ...auditRoutes,
  ...usageRoutes,
  ...apiKeyRoutes,
  ...workspaceRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...projectRoutes,
  ...portabilityRoutes,
  ...accountRoutes,
  ...operatorRoutes,
  ...operatorAuditRoutes,
  ...interactionRoutes,
  ...connectionRoutes,
  ...serviceRoutes,
} as const satisfies RestRoutes;
