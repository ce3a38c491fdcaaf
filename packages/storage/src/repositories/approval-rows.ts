import type { Approval, ApprovalStatus, ApprovedExecution, Vote } from '@cairn/governance';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { SealKey } from '../sealing/key-ring.ts';
import { openText } from '../sealing/seal.ts';
import { commentPlace } from './comment-place.ts';
import { openDecision, withContent } from './sealed-decision.ts';
import { summaryPlace } from './summary-place.ts';

/** What has lapsed is expired, and what another policy asked for is superseded, whether or not anything was done about it yet. */
export const shownStatus = sql<ApprovalStatus>`case when a.status not in ('pending', 'approved') then a.status
  when a.expires_at <= clock_timestamp() then 'expired'
  when a.policy_revision <> cairn.policy_in_force(a.project_id) then 'superseded' else a.status end`;

const shownReason = sql<string | null>`case when a.status in ('pending', 'approved') and a.expires_at > clock_timestamp()
  and a.policy_revision <> cairn.policy_in_force(a.project_id) then 'policy_changed' else a.reason end`;

const votes = sql<readonly VoteRow[]>`coalesce((select json_agg(json_build_object('user_id', v.user_id, 'name', u.name, 'role', v.role,
    'decision', v.decision, 'comment', encode(v.comment, 'base64'),
    'created_at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by v.created_at, v.user_id)
  from cairn.votes v left join cairn.users u on u.id = v.user_id
  where v.project_id = a.project_id and v.approval_id = a.id), '[]')`;

/** By the permits of the approval and, for effects of this service, by its own decision: both are indexed. */
const executions = sql<readonly ExecutionRow[]>`coalesce((select json_agg(json_build_object('id', x.id, 'decision_id', x.decision_id,
    'status', x.status, 'exit_code', x.exit_code, 'summary', encode(x.summary, 'base64'),
    'started_at', to_char(x.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reported_at', to_char(x.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by x.started_at desc, x.id)
  from (select e.* from cairn.executions e
    where e.project_id = a.project_id and e.approval_id = a.id and (e.decision_id = a.decision_id
      or e.decision_id in (select t.decision_id from cairn.permits t where t.project_id = a.project_id and t.approval_id = a.id))
    order by e.started_at desc, e.id limit 20) x), '[]')`;

const approvers = sql<number>`(select count(*)::int from cairn.approvers(a.project_id, a.roles, a.excluded))`;

/** Approvals of a project as `toApproval` takes them. */
export function approvalRows(trx: Transaction<Schema>, projectId: string) {
  return trx
    .selectFrom('approvals as a')
    .innerJoin('decisions as d', (join) => join.onRef('d.project_id', '=', 'a.project_id').onRef('d.id', '=', 'a.decision_id'))
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('grants as g', (join) => join.onRef('g.project_id', '=', 'a.project_id').onRef('g.approval_id', '=', 'a.id'))
    .select(['a.id', 'a.decision_id', 'a.superseded_by', 'a.user_id', 'a.credential_id', 'a.agent_id', 'a.task_id', 'a.asks'])
    .select(['a.quorum', 'a.roles', 'a.excluded', 'a.veto', 'a.grants', 'a.ttl_s', 'a.created_at', 'a.updated_at', 'a.expires_at'])
    .select(['u.name', 'u.email', 'g.uses_left', 'g.task_only', 'd.sealed', 'd.content', 'd.trace_id'])
    .select([shownStatus.as('status'), shownReason.as('reason')])
    .select([votes.as('votes'), executions.as('executions'), approvers.as('approvers')])
    .where('a.project_id', '=', projectId);
}

interface ExecutionRow {
  readonly id: string;
  readonly decision_id: string;
  readonly status: ApprovedExecution['status'];
  readonly exit_code: number | null;
  /** Sealed, in base64. */
  readonly summary: string | null;
  readonly started_at: string;
  readonly reported_at: string | null;
}

type ApprovalRow = Awaited<ReturnType<ReturnType<typeof approvalRows>['executeTakeFirstOrThrow']>>;

interface VoteRow {
  readonly user_id: string;
  readonly name: string | null;
  readonly role: string;
  readonly decision: 'approve' | 'deny';
  /** Sealed, in base64. */
  readonly comment: string | null;
  readonly created_at: string;
}

export function toApproval(key: SealKey, projectId: string, row: ApprovalRow): Approval {
  const place = { projectId, id: row.decision_id };
  const { action, words, decision } = openDecision(key, place, row.sealed);
  return {
    id: row.id,
    decisionId: row.decision_id,
    status: row.status,
    reason: row.reason,
    supersededBy: row.superseded_by,
    requestedBy: { id: row.user_id, name: row.name, email: row.email },
    credentialId: row.credential_id,
    agentId: row.agent_id,
    taskId: row.task_id,
    kind: action.kind,
    action: withContent(key, place, action, row.content),
    words,
    decision,
    asks: row.asks,
    terms: { quorum: row.quorum, roles: row.roles, veto: row.veto, grants: row.grants, ttl_s: row.ttl_s },
    excluded: row.excluded,
    approvers: row.approvers,
    votes: row.votes.map((vote) => toVote(key, { projectId, approvalId: row.id }, vote)),
    left: row.task_only === null || row.status !== 'approved' ? null : { uses: row.uses_left, taskOnly: row.task_only },
    executions: row.executions.map((execution) => toExecution(key, projectId, execution)),
    traceId: row.trace_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}

function toVote(key: SealKey, place: { readonly projectId: string; readonly approvalId: string }, row: VoteRow): Vote {
  const { user_id: userId, comment, created_at: createdAt, ...rest } = row;
  const name = commentPlace({ ...place, userId });
  return { ...rest, userId, comment: comment === null ? null : openText(key, name, Buffer.from(comment, 'base64')), createdAt };
}

function toExecution(key: SealKey, projectId: string, row: ExecutionRow): ApprovedExecution {
  const { id, decision_id: decisionId, status, exit_code: exitCode, summary, started_at: startedAt, reported_at: reportedAt } = row;
  const told = summary === null ? null : openText(key, summaryPlace(projectId, id), Buffer.from(summary, 'base64'));
  return { id, decisionId, status, exitCode, summary: told, startedAt, reportedAt };
}
