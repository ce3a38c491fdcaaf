import type { Actor } from '@cairn/core';
import type { Acting } from '@cairn/governance';

/** Who acts, as the rules see a caller. */
export function actingAs({ projectId, userId, credentialId, kind: credentialKind }: Actor, agentId?: string): Acting {
  return { projectId, userId, credentialId, credentialKind, agentId };
}
