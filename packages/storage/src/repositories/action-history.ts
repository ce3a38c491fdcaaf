import type { Acting, Action, History, HistoryReader, RecordedActions } from '@cairn/governance';
import { valueAt } from '@cairn/governance';
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
    async read(acting, action, { counts, sums, events }) {
      const key = await keys.of(session, acting.projectId);
      const past = createPast(session, key, { acting, action });
      const answers = new Map<string, number | boolean>();
      for (const { key: by, windowSeconds } of counts) answers.set(`count ${by} ${windowSeconds}`, await past.count(by, windowSeconds));
      for (const { path, windowSeconds } of sums) answers.set(`sum ${path} ${windowSeconds}`, await past.sum(path, windowSeconds));
      for (const { event, withinSeconds } of events)
        answers.set(`event ${event} ${withinSeconds}`, await past.happened(event, withinSeconds));
      return answered(answers);
    },

    async *recorded(projectId, { limit, from, to }) {
      const { seal } = await keys.of(session, projectId);
      let left = limit;
      let before: RecordedRow | undefined;
      while (left > 0) {
        const rows = await recordedPage(session, projectId, { from, to, before, limit: Math.min(left, pageSize) });
        for (const row of rows) {
          const { action, decision } = openDecision(seal, { projectId, id: row.id }, row.sealed);
          const acting = { projectId, userId: row.user_id, credentialId: row.credential_id, agentId: row.agent_id ?? undefined };
          yield { decisionId: row.id, decidedAt: row.created_at, action, acting, outcome: decision.outcome, ruleIds: decision.ruleIds };
        }
        before = rows.at(-1);
        left -= rows.length;
        if (rows.length < pageSize) return;
      }
    },
  };
}

function answered(answers: ReadonlyMap<string, number | boolean>): History {
  return {
    count: (key, windowSeconds) => Number(answers.get(`count ${key} ${windowSeconds}`) ?? 0),
    sum: (path, windowSeconds) => Number(answers.get(`sum ${path} ${windowSeconds}`) ?? 0),
    happened: (event, withinSeconds) => answers.get(`event ${event} ${withinSeconds}`) === true,
  };
}

interface Subject {
  readonly acting: Acting;
  readonly action: Action;
}

function createPast(session: Session, key: ProjectKey, { acting, action }: Subject) {
  const { projectId } = acting;
  const tool = action.kind === 'mcp.call' ? hashTerm(key.terms, `action\n${action.server}\n${action.tool}`) : null;
  const same = {
    user: sql`user_id = ${acting.userId}`,
    agent: sql`agent_id is not distinct from ${acting.agentId ?? null} and (agent_id is not null or user_id = ${acting.userId})`,
    kind: sql`kind = ${action.kind}`,
    tool: sql`kind = ${action.kind} and tool is not distinct from ${tool}::bigint`,
  } as const;
  const allowed = sql`project_id = ${projectId} and outcome in ('allow', 'allow_with_obligations')`;
  const since = (seconds: number) => sql`clock_timestamp() - make_interval(secs => ${seconds})`;

  return {
    count: (by: keyof typeof same, seconds: number): Promise<number> =>
      session.inProject(projectId, async (trx) => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from cairn.decisions
          where ${allowed} and created_at > ${since(seconds)} and ${same[by]}`.execute(trx);
        return rows[0]?.count ?? 0;
      }),

    sum: (path: string, seconds: number): Promise<number> =>
      session.inProject(projectId, async (trx) => {
        const { rows } = await sql<{ id: string; sealed: Uint8Array }>`
          select id, sealed from cairn.decisions
          where ${allowed} and created_at > ${since(seconds)} and kind = ${action.kind}
          order by created_at desc limit ${mostSummed + 1}`.execute(trx);
        if (rows.length > mostSummed) return Number.POSITIVE_INFINITY;
        return rows.reduce((sum, { id, sealed }) => sum + numberIn(openDecision(key.seal, { projectId, id }, sealed).action, path), 0);
      }),

    happened: (event: string, seconds: number): Promise<boolean> =>
      session.inProject(projectId, async (trx) => {
        const { rows } = await sql`
          select from cairn.executions
          where project_id = ${projectId} and kind = ${event} and started_at > ${since(seconds)} limit 1`.execute(trx);
        return rows.length > 0;
      }),
  };
}

function numberIn(action: Action, path: string): number {
  const value = valueAt(action, path);
  return typeof value === 'number' ? value : 0;
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
