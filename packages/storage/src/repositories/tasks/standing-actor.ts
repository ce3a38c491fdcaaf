import { may } from '@cairn/auth';
import type { Actor, Plan, Role } from '@cairn/core';
import { sql } from 'kysely';
import type { TaskRow } from './task-rows.ts';
import type { HeldTask } from './task-writes.ts';

/** Who submitted something that acts later. */
export type SubmitterRow = Pick<TaskRow, 'user_id' | 'credential_id' | 'credential_kind' | 'owner_id' | 'request_id' | 'trace_id'>;

/** On whose behalf it acts, as that stands now; undefined: the person may not write here any more, or the credential was revoked. */
export async function standingActor({
  trx,
  sealer,
  row,
}: Pick<HeldTask, 'trx' | 'sealer'> & { readonly row: SubmitterRow }): Promise<Actor | undefined> {
  const { projectId } = sealer;
  const { rows } = await sql<{ workspace_id: string; plan: Plan; role: Role; live: boolean }>`select p.workspace_id, w.plan, m.role,
      case ${row.credential_kind}
        when 'api_key' then exists (select from cairn.api_keys k where k.project_id = ${projectId} and k.id = ${row.credential_id} and k.revoked_at is null)
        when 'oauth' then exists (select from cairn.oauth_connections c where c.id = ${row.credential_id} and c.revoked_at is null)
        else true end as live
    from cairn.projects p
    join cairn.workspaces w on w.id = p.workspace_id
    join cairn.workspace_members m on m.workspace_id = w.id and m.user_id = ${row.user_id}
    where p.id = ${projectId}`.execute(trx);
  const standing = rows[0];
  if (!standing?.live || !may(standing.role, 'write_content')) return undefined;
  return {
    kind: row.credential_kind,
    credentialId: row.credential_id,
    ownerId: row.owner_id,
    userId: row.user_id,
    projectId,
    workspaceId: standing.workspace_id,
    plan: standing.plan,
    role: standing.role,
    requestId: row.request_id,
    traceId: row.trace_id,
  };
}
