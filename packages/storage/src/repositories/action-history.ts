import type { Acting, Action, History, HistoryQuestions, HistoryReader, RecordedActions } from '@cairn/governance';
import { amountOf, mostUndecided, toolNameOf, valueAt } from '@cairn/governance';
import { sql } from 'kysely';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { openDecision } from './sealed-decision.ts';

/** Most decisions whose amounts are added up; beyond that a sum counts as without bound, so that a limit on it holds. */
const mostSummed = 10_000;

const pageSize = 200;

/** What was decided and started before, over the tables of migration 0010. */
export function createActionHistory(session: Session, keys: ProjectKeys): HistoryReader & RecordedActions {
  return {
    async read(acting, action, questions) {
      const key = await keys.of(session, acting.projectId);
      const asked = asQuestions(key, { acting, action }, questions);
      const rows = await session.run<HistoryRow>(statement, [acting.projectId, JSON.stringify([...asked.values()])]);
      return toHistory(asked, rows, ({ id, sealed }) => openDecision(key.seal, { projectId: acting.projectId, id }, sealed).action);
    },

    async *recorded(projectId, { limit, from, to }) {
      const { seal } = await keys.of(session, projectId);
      let left = limit;
      let before: RecordedRow | undefined;
      while (left > 0) {
        const rows = await recordedPage(session, projectId, { from, to, before, limit: Math.min(left, pageSize) });
        for (const row of rows) {
          const { action, words, decision, credentialKind } = openDecision(seal, { projectId, id: row.id }, row.sealed);
          const acting = {
            projectId,
            userId: row.user_id,
            credentialId: row.credential_id,
            credentialKind,
            agentId: row.agent_id ?? undefined,
          };
          const { outcome, ruleIds } = decision;
          yield { decisionId: row.id, decidedAt: row.created_at, action, words, acting, outcome, ruleIds };
        }
        before = rows.at(-1);
        left -= rows.length;
        if (rows.length < pageSize) return;
      }
    },

    undecided: (projectId, { from = null, to = null }) =>
      session.inProject(projectId, async (trx) => {
        const { rows } = await sql<{ n: number }>`
          with decided as materialized (
            select distinct request_id from cairn.audit_entries where project_id = ${projectId} and decision_id is not null
          ), own as (
            select from cairn.audit_entries e
            where project_id = ${projectId} and outcome = 'done' and action = any(${ownWrites})
              and (${from}::timestamptz is null or at >= ${from}::timestamptz) and (${to}::timestamptz is null or at < ${to}::timestamptz)
              and not exists (select from decided d where d.request_id = e.request_id)
            limit ${mostUndecided}
          )
          select count(*)::int as n from own`.execute(trx);
        return rows[0]?.n ?? 0;
      }),
  };
}

/** What the audit calls the writes that a policy has kinds for. */
const ownWrites = [
  ...(['memory.save', 'memory.update', 'memory.delete', 'memory.restore', 'memory.import'] as const),
  ...(['document.submit', 'document.retry', 'document.reindex', 'document.delete'] as const),
];

const statement = { name: 'action_history', text: 'select * from cairn.action_history($1, $2::jsonb)' };

interface HistoryRow {
  readonly question: number;
  readonly n: number | null;
  readonly id: string;
  readonly sealed: Uint8Array;
}

interface Subject {
  readonly acting: Acting;
  readonly action: Action;
}

const nameOf = {
  count: (key: string, seconds: number) => `count ${key} ${seconds}`,
  actions: (seconds: number) => `actions ${seconds}`,
  event: (event: string, seconds: number) => `event ${event} ${seconds}`,
};

/** As the SQL function takes them, by a name of each; sums over one window are made of the same actions. */
function asQuestions(key: ProjectKey, subject: Subject, { counts, sums, events }: HistoryQuestions): ReadonlyMap<string, object> {
  const { kind } = subject.action;
  return new Map<string, object>([
    ...counts.map(
      ({ key: by, windowSeconds: seconds, most }) =>
        [nameOf.count(by, seconds), { ask: 'count', seconds, most, ...sharedBy(by, key, subject) }] as const,
    ),
    ...sums.map(
      ({ windowSeconds: seconds }) => [nameOf.actions(seconds), { ask: 'actions', seconds, kind, most: mostSummed + 1 }] as const,
    ),
    ...events.map(({ event, withinSeconds: seconds }) => [nameOf.event(event, seconds), { ask: 'started', seconds, kind: event }] as const),
  ]);
}

/** What the actions that are counted have in common with this one. Without an agent, a person's own. */
function sharedBy(by: HistoryQuestions['counts'][number]['key'], key: ProjectKey, { acting, action }: Subject): object {
  if (by === 'user') return { user: acting.userId };
  if (by === 'agent') return acting.agentId === undefined ? { agent: null, user: acting.userId } : { agent: acting.agentId };
  const tool = by === 'tool' ? toolNameOf(action) : undefined;
  // As decisions are stored: tools are told apart by a keyed hash.
  return { kind: action.kind, ...(tool !== undefined && { tool: hashTerm(key.terms, `action\n${tool}`) }) };
}

function toHistory(asked: ReadonlyMap<string, object>, rows: readonly HistoryRow[], open: (row: HistoryRow) => Action): History {
  const names = [...asked.keys()];
  const answered = (name: string) => rows.filter(({ question }) => names[question] === name);
  const opened = new Map<string, readonly Action[]>();
  const actionsOf = (name: string): readonly Action[] => {
    const known = opened.get(name) ?? answered(name).map(open);
    opened.set(name, known);
    return known;
  };
  return {
    count: (by, seconds) => answered(nameOf.count(by, seconds))[0]?.n ?? 0,
    sum(path, seconds) {
      const actions = actionsOf(nameOf.actions(seconds));
      if (actions.length > mostSummed) return Number.POSITIVE_INFINITY;
      return actions.reduce((sum, action) => sum + amountOf(valueAt(action, path)), 0);
    },
    happened: (event, seconds) => (answered(nameOf.event(event, seconds))[0]?.n ?? 0) > 0,
  };
}

interface RecordedRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly agent_id: string | null;
  readonly sealed: Uint8Array;
  readonly created_at: string;
}

interface RecordedPage {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly before: RecordedRow | undefined;
  readonly limit: number;
}

function recordedPage(session: Session, projectId: string, { from, to, before, limit }: RecordedPage): Promise<readonly RecordedRow[]> {
  return session.inProject(projectId, (trx) => {
    let query = trx
      .selectFrom('decisions')
      .select(['id', 'user_id', 'credential_id', 'agent_id', 'sealed', 'created_at'])
      .where('project_id', '=', projectId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (to !== undefined) query = query.where('created_at', '<', to);
    if (before) query = query.where(sql<boolean>`(created_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)`);
    return query.execute();
  });
}
