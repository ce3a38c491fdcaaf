import type { ArchiveRecordOf } from '@cairn/contracts';
import { toolNameOf, type Action, type Decision } from '@cairn/governance';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { commentPlace } from '../repositories/comment-place.ts';
import { sealDecision, withoutContent } from '../repositories/sealed-decision.ts';
import { summaryPlace } from '../repositories/summary-place.ts';
import { sealText } from '../sealing/seal.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { insertRow } from './insert-row.ts';
import { movedReason } from './moved.ts';

/** Where a record goes, and who of its people is who here. */
export interface Writing {
  readonly trx: Transaction<Schema>;
  readonly projectId: string;
  readonly key: ProjectKey;
  /** The member here that somebody of the archive is; the same id where there is none. */
  readonly personOf: (id: string) => string;
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** Conditions on what was begun before ask by the kind of action; what was begun elsewhere is of none. */
const begunElsewhere = 'elsewhere';

/** Decisions, approvals and what came of them, as history: nothing of it lets anybody do anything. */
export const governanceWriter = {
  decision({ trx, projectId, key, personOf }: Writing, record: ArchiveRecordOf<'decision'>): Promise<void> {
    const { kind: _kind, credential_kind: credentialKind = 'api_key', words, digest, subject, ...row } = record;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the archive's schema has held it against that of actions
    const action = withoutContent(row.action as unknown as Action);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the archive's schema knows what readers look at
    const decision = row.decision as unknown as Decision;
    const tool = toolNameOf(action);
    const { action: _action, decision: _decision, ...rest } = row;
    return insertRow(
      trx,
      { projectId, table: 'decisions' },
      {
        ...rest,
        user_id: personOf(row.user_id),
        kind: action.kind,
        tool: tool === undefined ? null : hashTerm(key.terms, `action\n${tool}`),
        digest: bytes(digest),
        subject: bytes(subject),
        sealed: sealDecision(key.seal, { projectId, id: row.id }, { action, words, decision, credentialKind }),
      },
    );
  },

  async approval({ trx, projectId, personOf }: Writing, record: ArchiveRecordOf<'approval'>): Promise<void> {
    const { kind: _kind, digest, subject, grants, ...row } = record;
    const found = await sql<{ kind: string }>`select kind from cairn.decisions
      where project_id = ${projectId} and id = ${row.decision_id}`.execute(trx);
    return insertRow(
      trx,
      { projectId, table: 'approvals' },
      {
        ...row,
        ...endOf(row),
        // Its decision was gone when it was taken out: then nobody sees it.
        kind: found.rows[0]?.kind ?? begunElsewhere,
        user_id: personOf(row.user_id),
        excluded: row.excluded.map(personOf),
        digest: bytes(digest),
        subject: bytes(subject),
        // Of hashes under the key of the project that it was of.
        place: null,
        routes: [],
        grants: sql`${JSON.stringify(grants)}::jsonb`,
      },
    );
  },

  /** With nothing left to use. */
  grant({ trx, projectId }: Writing, { kind: _kind, digest, ...row }: ArchiveRecordOf<'grant'>): Promise<void> {
    return insertRow(trx, { projectId, table: 'grants' }, { ...row, digest: bytes(digest), uses_left: 0 });
  },

  vote({ trx, projectId, key, personOf }: Writing, { kind: _kind, ...row }: ArchiveRecordOf<'vote'>): Promise<void> {
    const userId = personOf(row.user_id);
    const place = commentPlace({ projectId, approvalId: row.approval_id, userId });
    const comment = row.comment === null ? null : sealText(key.seal, place, row.comment);
    return insertRow(trx, { projectId, table: 'votes' }, { ...row, user_id: userId, comment });
  },

  /** What ran still when it was taken out is not known here, and its permit is spent. */
  async execution({ trx, projectId, key, personOf }: Writing, record: ArchiveRecordOf<'execution'>): Promise<void> {
    const { kind: _kind, digest, summary, ...row } = record;
    await insertRow(
      trx,
      { projectId, table: 'executions' },
      {
        ...row,
        user_id: personOf(row.user_id),
        kind: begunElsewhere,
        digest: bytes(digest),
        summary: summary === null ? null : sealText(key.seal, summaryPlace(projectId, row.id), summary),
        ...(row.reported_at === null && { status: 'unknown', reported_at: sql`clock_timestamp()` }),
      },
    );
    // An approval shows what was begun by its permits.
    if (row.approval_id === null) return;
    await sql`insert into cairn.permits (project_id, decision_id, token_hash, digest, policy_revision, credential_id, approval_id, expires_at, consumed_at)
      values (${projectId}, ${row.decision_id}, ${Buffer.alloc(0)}, ${bytes(digest)}, 0, ${row.credential_id}, ${row.approval_id},
        ${row.started_at}, ${row.started_at})
      on conflict do nothing`.execute(trx);
  },
};

/** Where an approval stands here that may not be used any more. */
function endOf({ status, expires_at: expiresAt }: Pick<ArchiveRecordOf<'approval'>, 'status' | 'expires_at'>): object {
  if (status !== 'pending' && status !== 'approved') return {};
  if (Date.parse(expiresAt) <= Date.now()) return { status: 'expired' };
  return { status: status === 'pending' ? 'cancelled' : 'revoked', reason: movedReason, updated_at: sql`clock_timestamp()` };
}
