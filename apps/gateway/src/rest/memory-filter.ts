import { CairnError } from '@cairn/core';
import type { MemoryFilter, MemoryScope, MetadataFilter } from '@cairn/core';

interface AskedFilter {
  readonly scope?: MemoryScope | undefined;
  readonly agent_id?: string | undefined;
  readonly session_id?: string | undefined;
  readonly metadata?: MetadataFilter | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Which memories a request is about. @throws INVALID_ARGUMENT for a time that ends before it begins */
export function memoryFilter({ scope, agent_id: agentId, session_id: sessionId, metadata, from, to }: AskedFilter): MemoryFilter {
  // Both are in one form, in which the order of the texts is that of the times.
  if (from !== undefined && to !== undefined && from >= to) {
    const message = 'must be before to';
    throw new CairnError('INVALID_ARGUMENT', { message: `not valid: from ${message}`, issues: [{ path: 'from', message }] });
  }
  return { scope, agentId, sessionId, metadata, from, to };
}
