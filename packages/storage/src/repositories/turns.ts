import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';

type Work<Result> = (trx: Transaction<Schema>) => Promise<Result>;

/**
 * Work of a project that no other process over the database does at the same time: under a lock that lasts to the end of its transaction.
 * What this process does of one project outside of an open transaction queues here, so that it holds one connection of the pool at most.
 */
export function createTurns(session: Session): <Result>(projectId: string, work: Work<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  const locked = <Result>(projectId: string, work: Work<Result>): Promise<Result> =>
    session.inProject(projectId, async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`cairn.actions ${projectId}`}, 0))`.execute(trx);
      return work(trx);
    });
  if (session.inTransaction) return locked;
  return async (projectId, work) => {
    const own = () => locked(projectId, work);
    const turn = last.get(projectId)?.then(own, own) ?? own();
    last.set(projectId, turn);
    try {
      return await turn;
    } finally {
      if (last.get(projectId) === turn) last.delete(projectId);
    }
  };
}
