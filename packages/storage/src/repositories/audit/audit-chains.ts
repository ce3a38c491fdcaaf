import { origin } from '@cairn/audit';
import type { AuditChains, Chain, ChainEnd, ChainLink } from '@cairn/audit';
import { readRules } from '@cairn/governance';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Session } from '../../database/session.ts';
import { toCheckpoint, toRow } from './checkpoint-rows.ts';
import { entryPage } from './entry-page.ts';
import { entryOfLink, textOfEntry } from './entry-texts.ts';

/** Newest checkpoints that are read of a chain: the last of them decides, the others tell where something begins. */
const mostCheckpoints = 10_000;

/** Entries that a trace shows. */
const mostInTrace = 1000;

/** Chains as they are stored. A chain is behind the tenant wall like a project, whichever it is of. */
export function createAuditChains(session: Session): AuditChains {
  const inChain = <Result>({ id }: Chain, work: (trx: Transaction<Schema>) => Promise<Result>) => session.inProject(id, work);
  return {
    head: (chain) => inChain(chain, (trx) => headOf(trx, chain)),

    links: (chain, { after, upTo, limit }) =>
      inChain(chain, async (trx) => {
        const { rows } = await sql<ChainLink>`select c.seq, pg_catalog.encode(c.hash, 'hex') as hash, ${textOfEntry(chain)} as text
          from cairn.audit_chain c left join lateral ${entryOfLink(chain)} e on true
          where c.project_id = ${chain.id} and c.seq > ${after} and c.seq <= ${upTo}
          order by c.seq limit ${limit}`.execute(trx);
        return rows;
      }),

    hasUnchained: (chain) => inChain(chain, (trx) => hasUnchained(trx, chain)),

    isPolicyTold: (chain) =>
      inChain(chain, async (trx) => {
        const { rows } = await sql<{ told: boolean }>`select cairn.is_policy_told(${chain.id}) as told`.execute(trx);
        return rows[0]?.told === true && (await isAsDigested(trx, chain.id));
      }),

    checkpoints: (chain) =>
      inChain(chain, async (trx) => {
        const rows = await trx
          .selectFrom('audit_checkpoints')
          .selectAll()
          .where('project_id', '=', chain.id)
          .orderBy('seq', 'desc')
          .limit(mostCheckpoints)
          .execute();
        return rows.map(toCheckpoint);
      }),

    keep: (checkpoint) =>
      inChain(checkpoint.chain, async (trx) => {
        await trx
          .insertInto('audit_checkpoints')
          .values(toRow(checkpoint))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),

    page: (chain, page, filter) => inChain(chain, (trx) => entryPage(trx, { chain, ...page, filter })),

    trace: (projectId, traceId) => inChain({ kind: 'project', id: projectId }, (trx) => traced(trx, projectId, traceId)),
  };
}

async function headOf(trx: Transaction<Schema>, { id }: Chain): Promise<ChainEnd> {
  const row = await trx.selectFrom('audit_heads').select(['seq', 'hash']).where('project_id', '=', id).executeTakeFirst();
  return row ? { seq: row.seq, hash: Buffer.from(row.hash).toString('hex') } : origin;
}

async function hasUnchained(trx: Transaction<Schema>, { kind, id }: Chain): Promise<boolean> {
  const entries =
    kind === 'project' ? sql`cairn.audit_entries e where e.project_id = ${id}` : sql`cairn.directory_events e where e.chain_id = ${id}`;
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${entries}
    and not exists (select from cairn.audit_chain c where c.project_id = ${id} and c.entry_id = e.id)) as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/**
 * The entries that bear the trace, and those of the decisions that they are about: a vote has a trace of its own. An approval belongs to
 * two decisions, which may have traces of their own: with the one that was allowed comes the one that asked people, and with that one
 * whatever they allowed.
 */
async function traced(trx: Transaction<Schema>, projectId: string, traceId: string): Promise<readonly ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    with own as (select x.* from cairn.audit_entries x where x.project_id = ${projectId} and x.trace_id = ${traceId} limit ${mostInTrace}),
      named as (
        select d.id, d.outcome, d.approval_id from cairn.decisions d
        where d.project_id = ${projectId} and d.id = any (array(select distinct o.decision_id from own o where o.decision_id is not null))),
      asking as (
        select a.decision_id from cairn.approvals a
        where a.project_id = ${projectId} and a.id = any (array(select distinct n.approval_id from named n where n.approval_id is not null))),
      allowed as (
        select p.decision_id from cairn.permits p
        where p.project_id = ${projectId} and p.approval_id is not null and p.approval_id = any (array(
          select distinct n.approval_id from named n where n.approval_id is not null and n.outcome = 'require_approval'))
        limit ${mostInTrace}),
      told as (
        select o.decision_id from own o where o.decision_id is not null
        union select decision_id from asking
        union select decision_id from allowed),
      all_of_it as (
        select * from own
        union
        select x.* from cairn.audit_entries x
        where x.project_id = ${projectId} and x.decision_id = any (array(select t.decision_id from told t)))
    select c.seq, pg_catalog.encode(c.hash, 'hex') as hash, ${textOfEntry({ kind: 'project' })} as text
    from all_of_it e
    cross join lateral (select y.* from cairn.audit_chain y where y.project_id = e.project_id and y.entry_id = e.id limit 1) c
    order by c.seq limit ${mostInTrace}`.execute(trx);
  return rows;
}

/** Whether the rules in force, as they stand in their table, are those of their digest, which the chain tells. */
async function isAsDigested(trx: Transaction<Schema>, id: string): Promise<boolean> {
  const { rows } = await sql<{ number: number; name: string; rules: string; digest: Buffer }>`
    select number, name, rules, digest from cairn.policy_in_table(${id})`.execute(trx);
  return rows.every((row) => readRules({ ...row, digest: row.digest.toString('hex') }).fault === undefined);
}
