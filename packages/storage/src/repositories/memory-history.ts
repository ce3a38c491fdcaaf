import type { CredentialKind, MemoryVersion, Walk } from '@cairn/core';
import type { Session } from '../database/session.ts';
import { openState, type MemoryOpener } from './memory-rows.ts';

const statement = { name: 'memory_history', text: 'select * from cairn.memory_history($1, $2, $3, $4, $5)' } as const;

interface VersionRow {
  readonly version: number;
  readonly content: Uint8Array;
  readonly metadata: Uint8Array | null;
  readonly changed_by: string | null;
  readonly changed_kind: CredentialKind | null;
  readonly owner_id: string;
  readonly restored_from: number | null;
  readonly at: string;
  readonly holds: boolean;
}

/** States of one memory of a user, newest first; none when it is not there. Times of states ascend, so they mark where a walk stands. */
export async function readMemoryHistory(
  session: Session,
  opener: MemoryOpener,
  { userId, id, walk }: { readonly userId: string; readonly id: string; readonly walk: Walk },
): Promise<readonly MemoryVersion[]> {
  const values = [opener.projectId, userId, id, walk.after?.createdAt ?? null, walk.limit];
  const rows = await session.run<VersionRow>(statement, values);
  return rows.map((row) => ({
    id,
    version: row.version,
    ...openState(opener, id, row),
    changedBy: { kind: row.changed_kind, credentialId: row.changed_by ?? row.owner_id },
    restoredFrom: row.restored_from,
    createdAt: row.at,
    current: row.holds,
  }));
}
