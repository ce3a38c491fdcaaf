import { sql } from 'kysely';
import { commentPlace } from '../repositories/comment-place.ts';
import { openDecision, withoutContent } from '../repositories/sealed-decision.ts';
import { summaryPlace } from '../repositories/summary-place.ts';
import { openText } from '../sealing/seal.ts';
import type { Listing, Reading, Row } from './listing.ts';

const hex = (bytes: unknown): string => (bytes as Buffer).toString('hex');

const askerOf = (row: Row) => ({
  user_id: row['user_id'],
  credential_id: row['credential_id'],
  agent_id: row['agent_id'],
  task_id: row['task_id'],
});

const opened = ({ key }: Reading, place: string, sealed: Uint8Array | null): string | null =>
  sealed === null ? null : openText(key.seal, place, sealed);

/**
 * What was decided on up to a moment, and what came of it. What came later is left out, so that no line names one that is not there.
 * Permits are of no use to anybody else, and the text of a memory is kept for those alone who decide on it.
 */
export const governanceListings = (until: string): readonly Listing[] => [
  {
    table: 'decisions',
    key: { id: 'uuid' },
    rowsAtOnce: 100,
    which: sql`t.created_at <= ${until}::timestamptz`,
    toRecord: (row, { projectId, key }) => {
      const { action, words, decision, credentialKind } = openDecision(key.seal, { projectId, id: row['id'] }, row['sealed']);
      return {
        kind: 'decision',
        id: row['id'],
        ...askerOf(row),
        credential_kind: credentialKind,
        action: withoutContent(action),
        words: words && { effects: [...words.effects], unchecked: [...words.unchecked] },
        decision: { ...decision, ruleIds: [...decision.ruleIds], risk: { ...decision.risk, reasons: [...decision.risk.reasons] } },
        digest: hex(row['digest']),
        subject: hex(row['subject']),
        policy_revision: row['policy_revision'],
        outcome: row['outcome'],
        reason: row['reason'],
        risk: row['risk'],
        approval_id: row['approval_id'],
        trace_id: row['trace_id'],
        created_at: row['created_at'],
      };
    },
  },
  {
    table: 'approvals',
    key: { id: 'uuid' },
    rowsAtOnce: 200,
    which: sql`t.created_at <= ${until}::timestamptz`,
    toRecord: (row) => ({
      kind: 'approval',
      id: row['id'],
      decision_id: row['decision_id'],
      status: row['status'],
      reason: row['reason'],
      superseded_by: row['superseded_by'],
      ...askerOf(row),
      digest: hex(row['digest']),
      subject: hex(row['subject']),
      policy_revision: row['policy_revision'],
      asks: row['asks'],
      quorum: row['quorum'],
      roles: row['roles'],
      excluded: row['excluded'],
      veto: row['veto'],
      grants: row['grants'],
      ttl_s: row['ttl_s'],
      created_at: row['created_at'],
      updated_at: row['updated_at'],
      expires_at: row['expires_at'],
    }),
  },
  {
    table: 'grants',
    key: { approval_id: 'uuid' },
    rowsAtOnce: 200,
    which: sql`exists (select from cairn.approvals a
      where a.project_id = t.project_id and a.id = t.approval_id and a.created_at <= ${until}::timestamptz)`,
    toRecord: (row) => ({
      kind: 'grant',
      approval_id: row['approval_id'],
      digest: hex(row['digest']),
      uses_left: row['uses_left'],
      task_only: row['task_only'],
      task_id: row['task_id'],
      expires_at: row['expires_at'],
    }),
  },
  {
    table: 'votes',
    key: { approval_id: 'uuid', user_id: 'uuid' },
    rowsAtOnce: 100,
    which: sql`t.created_at <= ${until}::timestamptz`,
    toRecord: (row, reading) => {
      const place = { projectId: reading.projectId, approvalId: row['approval_id'], userId: row['user_id'] };
      return {
        kind: 'vote',
        approval_id: row['approval_id'],
        user_id: row['user_id'],
        credential_id: row['credential_id'],
        role: row['role'],
        decision: row['decision'],
        uses: row['uses'],
        task_only: row['task_only'],
        until: row['until'],
        comment: opened(reading, commentPlace(place), row['comment']),
        created_at: row['created_at'],
      };
    },
  },
  {
    table: 'executions',
    key: { id: 'uuid' },
    rowsAtOnce: 100,
    which: sql`t.started_at <= ${until}::timestamptz`,
    toRecord: (row, reading) => ({
      kind: 'execution',
      id: row['id'],
      decision_id: row['decision_id'],
      approval_id: row['approval_id'],
      ...askerOf(row),
      digest: hex(row['digest']),
      status: row['status'],
      exit_code: row['exit_code'],
      summary: opened(reading, summaryPlace(reading.projectId, row['id']), row['summary']),
      started_at: row['started_at'],
      reported_at: row['reported_at'],
    }),
  },
];
