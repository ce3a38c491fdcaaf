import { policyKey, redactText } from '@cairn/governance';
import type { Action, ActionRepository, ApprovalNote, DecisionRecord, NewDecision, PermitUse, SpendResult } from '@cairn/governance';
import { isId, newId, type Actor } from '@cairn/core';
import { sql } from 'kysely';
import { transactionSession, type Session } from '../database/session.ts';
import { sealText } from '../sealing/seal.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';
import { createActionHistory } from './action-history.ts';
import { createApprovalRepository } from './approvals.ts';
import { originOf } from './audit.ts';
import { commitBy, createCommitments } from './commitments.ts';
import { reasonsOf } from './decision-reasons.ts';
import { sealContent, sealDecision, withoutContent } from './sealed-decision.ts';
import { summaryPlace } from './summary-place.ts';
import { createTurns } from './turns.ts';

/** Actions over the SQL functions of migration 0010: each change is one round trip and one transaction, with its audit. */
export function createActionRepository(session: Session, keys: ProjectKeys): ActionRepository {
  const inTurn = createTurns(session);
  return {
    ...createApprovalRepository(session, keys),

    async decide(actor, decision) {
      const key = await keys.of(session, actor.projectId);
      const [row] = await session.run<DecidedRow>(statements.decide, [...actorValues(actor), ...decisionValues(key, actor, decision)]);
      return toRecord(row as DecidedRow);
    },

    async isDenied({ projectId }, taskId, routes) {
      const key = await keys.of(session, projectId);
      const hashes = routes.map((route) => hashTerm(key.terms, `action\n${route}`));
      return session.inProject(projectId, async (trx) => {
        const { rows } = await sql<{ denied: boolean }>`select
          cairn.was_denied(${projectId}, null, ${taskId}, ${hashes}::bigint[], clock_timestamp()) as denied`.execute(trx);
        return rows[0]?.denied === true;
      });
    },

    inTurn: ({ projectId }, work) =>
      inTurn(projectId, (trx) => {
        const own = transactionSession(trx, projectId);
        const reads = { history: createActionHistory(own, keys), commitments: createCommitments(own, keys) };
        return work({ repository: createActionRepository(own, keys), reads });
      }),

    start: (actor, use) => run<SpendResult>(session, statements.start, [...actorValues(actor), ...permitValues(use)]),

    spend: (actor, { approvalId, digest, taskId = null, executionId, status }) =>
      run<SpendResult>(session, statements.spend, [...actorValues(actor), approvalId, bytesOf(digest), taskId, executionId, status]),

    async report(actor, executionId, { status, exitCode = null, summary }) {
      const key = await keys.of(session, actor.projectId);
      // One spelling of an id: the sealed bytes are bound to it.
      const id = executionId.toLowerCase();
      const told = summary === undefined ? undefined : redactText(summary, commitBy(key));
      const sealed = told === undefined ? null : sealText(key.seal, summaryPlace(actor.projectId, id), told);
      return run(session, statements.report, [...actorValues(actor), id, status, exitCode, sealed]);
    },
  };
}

const statements = {
  decide: { name: 'decide_action', text: `select * from cairn.decide_action(${placeholders(34)})` },
  start: { name: 'start_action', text: `select * from cairn.start_action(${placeholders(11)})` },
  spend: { name: 'spend_approval', text: `select * from cairn.spend_approval(${placeholders(11)})` },
  report: { name: 'report_outcome', text: `select * from cairn.report_outcome(${placeholders(10)})` },
} as const;

function placeholders(count: number): string {
  return Array.from({ length: count }, (_, at) => `$${at + 1}`).join(', ');
}

async function run<Outcome extends string>(
  session: Session,
  statement: { readonly name: string; readonly text: string },
  values: readonly unknown[],
): Promise<Outcome> {
  const [row] = await session.run<{ outcome: Outcome }>(statement, values);
  return (row as { outcome: Outcome }).outcome;
}

/** What every writing function takes first: tenant, who, and the id of the audit row. */
function actorValues(actor: Actor): readonly unknown[] {
  return [actor.projectId, actor.userId, actor.credentialId, actor.kind, originOf(actor), newId()];
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

const permitValues = ({ decisionId, tokenHash, digest, executionId, status }: PermitUse): readonly unknown[] => [
  decisionId,
  tokenHash,
  digest === undefined ? null : bytesOf(digest),
  executionId,
  status,
];

/** In the order of the function's parameters. */
function decisionValues(key: ProjectKey, actor: Actor, made: NewDecision): readonly unknown[] {
  const { id, action, words, decision, approval, permit } = made;
  const { terms } = approval;
  const { projectId } = actor;
  const hashed = (name: string): string => hashTerm(key.terms, `action\n${name}`);
  return Object.values({
    id,
    agent: made.agentId ?? null,
    task: made.taskId ?? null,
    kind: action.kind,
    tool: made.tool === undefined ? null : hashed(made.tool),
    digest: bytesOf(decision.actionDigest),
    subject: bytesOf(made.subject),
    place: made.place === undefined ? null : hashed(made.place),
    routes: made.routes.may.map(hashed),
    revision: policyKey({ number: decision.policyRevision, workspace: decision.workspaceRevision }),
    outcome: decision.outcome,
    allowed: made.allowed,
    risk: decision.risk.level,
    trace: actor.traceId,
    sealed: sealDecision(key.seal, { projectId, id }, { action: withoutContent(action), words, decision, credentialKind: actor.kind }),
    permitHash: permit.hash,
    permitSeconds: permit.seconds,
    approval: approval.id,
    quorum: terms.quorum,
    roles: terms.roles,
    ownerMay: !terms.exclude.includes('agent_owner'),
    veto: terms.veto ?? true,
    grants: terms.grants ?? {},
    seconds: terms.ttl_s,
    deniedRoutes: made.routes.does.map(hashed),
    memory: memoryOf(action),
    content: sealContent(key.seal, { projectId, id }, action),
    why: reasonsOf(decision),
  });
}

/** Ids come from callers: what is none is no memory either. */
const memoryOf = (action: Action): string | null =>
  'memory_id' in action && action.memory_id !== undefined && isId(action.memory_id) ? action.memory_id : null;

interface DecidedRow {
  readonly outcome: DecisionRecord['outcome'];
  readonly reason: DecisionRecord['reason'];
  readonly at: string;
  readonly approval_id: string | null;
  readonly approval_status: ApprovalNote['status'] | null;
  readonly approval_expires_at: string | null;
  readonly approvers: number | null;
  readonly permit_expires_at: string | null;
}

function toRecord(row: DecidedRow): DecisionRecord {
  const { approval_id: id, approval_status: status } = row;
  return {
    outcome: row.outcome,
    reason: row.reason,
    createdAt: row.at,
    approval: id === null || status === null ? null : { id, status, expiresAt: row.approval_expires_at, approvers: row.approvers },
    permitExpiresAt: row.permit_expires_at,
  };
}
