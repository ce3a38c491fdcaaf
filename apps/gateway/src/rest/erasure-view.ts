import type { ErasureReceipt } from '@cairn/auth';

export const toReceipt = (receipt: ErasureReceipt) => ({
  id: receipt.id,
  project_id: receipt.projectId,
  project_name: receipt.projectName,
  workspace_id: receipt.workspaceId,
  erased_at: receipt.createdAt,
  erased_by: receipt.erasedBy,
  rows: receipt.rows,
  kept: receipt.kept,
  originals: receipt.originals,
  vectors: receipt.vectors,
  redis_keys: receipt.redisKeys,
});
