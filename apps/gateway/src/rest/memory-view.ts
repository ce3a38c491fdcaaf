import type { Memory, MemoryVersion } from '@cairn/core';

/** A memory as REST shows it. */
export const toRestMemory = (memory: Memory) => ({
  id: memory.id,
  content: memory.content,
  scope: memory.scope,
  agent_id: memory.agentId,
  agent_name: memory.agentName,
  session_id: memory.sessionId,
  occurred_at: memory.occurredAt,
  metadata: memory.metadata,
  created_at: memory.createdAt,
  updated_at: memory.updatedAt,
});

/** One version of a memory as REST shows it. */
export const toRestVersion = ({ version, content, metadata, changedBy, restoredFrom, current, createdAt }: MemoryVersion) => ({
  version,
  content,
  metadata,
  changed_by: { kind: changedBy.kind, credential_id: changedBy.credentialId },
  restored_from: restoredFrom,
  current,
  created_at: createdAt,
});
