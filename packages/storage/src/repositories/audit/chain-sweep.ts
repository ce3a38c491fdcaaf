import type { ChainKind, ChainSweep } from '@cairn/audit';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { storeError } from '../../database/failures.ts';
import type { Schema } from '../../database/schema.ts';
import { toCheckpoint, toRow } from './checkpoint-rows.ts';

interface EndRow {
  readonly kind: ChainKind;
  readonly project_id: string;
  readonly seq: number;
  readonly hash: string;
}

const toEnd = ({ kind, project_id: id, seq, hash }: EndRow) => ({ chain: { kind, id }, seq, hash });

/** Ends that are signed in one go. */
const mostEnds = 1000;

/** Newly signed ones that are told at once. */
const mostSigned = 10_000;

/** Every chain of the database, by the maintenance role. */
export function createChainSweep(database: Database): ChainSweep {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) }).withSchema('cairn');
  const reporting = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw storeError(error);
    }
  };
  return {
    async unsigned(withinSeconds) {
      const moved = withinSeconds === undefined ? sql`true` : sql`h.moved_at > now() - make_interval(secs => ${withinSeconds})`;
      const { rows } = await reporting(
        sql<EndRow>`select h.kind, h.project_id, h.seq, encode(h.hash, 'hex') as hash from cairn.audit_heads h
          where h.seq > 0 and ${moved} and not exists (
            select from cairn.audit_checkpoints k where k.project_id = h.project_id and k.seq = h.seq and k.purpose = 'head')
          order by h.moved_at limit ${mostEnds}`.execute(db),
      );
      return rows.map(toEnd).map(({ chain, seq, hash }) => ({ chain, head: { seq, hash } }));
    },

    keep: (checkpoints, outside) =>
      reporting(
        db.transaction().execute(async (trx) => {
          const { rows } = await sql<{
            mine: boolean;
          }>`select pg_try_advisory_xact_lock(hashtext('cairn audit checkpoints')) as mine`.execute(trx);
          if (!rows[0]?.mine) return false;
          for (const checkpoint of checkpoints) {
            const kept = await trx
              .insertInto('audit_checkpoints')
              .values(toRow(checkpoint))
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst();
            // What does not get onto the disk outside is not kept here either, and is tried again.
            if (kept.numInsertedOrUpdatedRows === 1n) await outside(checkpoint);
          }
          return true;
        }),
      ),

    async signedSince(at) {
      const rows = await reporting(
        db.selectFrom('audit_checkpoints').selectAll().where('at', '>=', at.toISOString()).orderBy('at').limit(mostSigned).execute(),
      );
      return rows.map(toCheckpoint);
    },

    async keptDays() {
      const { rows } = await reporting(sql<{ days: number }>`select days from cairn.audit_keeping`.execute(db));
      return rows[0]?.days;
    },

    async cuttable(before, most) {
      const { rows } = await reporting(
        sql<EndRow>`select h.kind, h.project_id, o.seq, encode(o.hash, 'hex') as hash from cairn.audit_heads h
          cross join lateral cairn.audit_cut_point(h.project_id, ${before.toISOString()}::timestamptz, ${most}) o`.execute(db),
      );
      return rows.map(toEnd).map(({ chain, seq, hash }) => ({ chain, end: { seq, hash } }));
    },

    async cut({ chain, seq }) {
      const { rows } = await reporting(sql<{ done: boolean }>`select cairn.cut_audit(${chain.id}, ${seq}) as done`.execute(db));
      return rows[0]?.done ?? false;
    },
  };
}
