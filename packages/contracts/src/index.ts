export {
  archiveBounds,
  archiveFormat,
  archiveKinds,
  archiveSchemas,
  isArchiveKind,
  oldestArchiveVersion,
} from './archive/project-archive.ts';
export type { ArchiveEnd, ArchiveHeader, ArchiveKind, ArchiveRecord, ArchiveRecordOf } from './archive/project-archive.ts';
export { jobCatalog } from './jobs.ts';
export type { JobCatalog, JobDefinition, JobName, JobPayload, PayloadOf } from './jobs.ts';
export { createQueryReader, createReader } from './reading/reader.ts';
export type { Reader } from './reading/reader.ts';
export { jsonSchemaOf } from './reading/json-schema.ts';
export type { JsonSchemaObject } from './reading/json-schema.ts';
export { shown } from './reading/shown.ts';
export { accountRoutes } from './rest/accounts.ts';
export { actionRoutes } from './rest/actions.ts';
export { agentRoutes } from './rest/agents.ts';
export { apiKeyRoutes } from './rest/api-keys.ts';
export { approvalRoutes } from './rest/approvals.ts';
export { auditRoutes, operatorAuditRoutes } from './rest/audit.ts';
export { restCatalog } from './rest/catalog.ts';
export { invitationRoutes } from './rest/invitations.ts';
export { connectionRoutes, interactionRoutes } from './rest/interactions.ts';
export { contextRoutes } from './rest/context.ts';
export { knowledgeRoutes } from './rest/knowledge.ts';
export { memberRoutes } from './rest/members.ts';
export { memoryRoutes } from './rest/memories.ts';
export { importedMemorySchema, memoryTransferRoutes } from './rest/memory-transfer.ts';
export { operatorRoutes } from './rest/operator.ts';
export { hookRoutes } from './rest/hooks.ts';
export { policyRevisionRoutes } from './rest/policy-revisions.ts';
export { policyRoutes } from './rest/policies.ts';
export { openApiDocument } from './rest/openapi.ts';
export type { OpenApiDocument, OpenApiOperation, OpenApiOptions, OpenApiParameter } from './rest/openapi.ts';
export { anyCredential, personOnly } from './rest/route.ts';
export type { NamedSchema, RestAnswer, RestMethod, RestRoute, RestRoutes } from './rest/route.ts';
export { scheduleRoutes } from './rest/schedules.ts';
export { taskRoutes } from './rest/tasks.ts';
export { portabilityRoutes } from './rest/portability.ts';
export { projectRoutes, workspaceRoutes } from './rest/workspaces.ts';
export { usageRoutes } from './rest/usage.ts';
export { toolCatalog } from './tools/catalog.ts';
export type { ToolName } from './tools/catalog.ts';
export type { ToolAnnotations, ToolContract } from './tools/tool-contract.ts';
