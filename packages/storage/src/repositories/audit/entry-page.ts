import type { Chain, ChainLink, EntryFilter, EntryPage } from '@cairn/audit';
import { isId } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { entryOfLink, textOfEntry } from './entry-texts.ts';

interface PageQuery {
  readonly chain: Chain;
  readonly after: number | undefined;
  readonly limit: number;
  readonly isReversed: boolean;
  readonly filter: EntryFilter;
}

/** Links that one statement looks at: what a rare filter costs is bounded, and the page says how far it came. */
const window = 20_000;
const mostWindows = 5;

/** A page in the order of the chain. It may hold fewer than asked for and still not be the last. */
export async function entryPage(trx: Transaction<Schema>, query: PageQuery): Promise<EntryPage> {
  const entries: ChainLink[] = [];
  let { after } = query;
  for (let looked = 0; looked < mostWindows; looked += 1) {
    const { found, last, seen } = await look(trx, { ...query, after, limit: query.limit - entries.length });
    entries.push(...found);
    const lastFound = found.at(-1);
    if (entries.length === query.limit && lastFound) return { entries, next: lastFound.seq };
    if (seen < window || last === null) return { entries, next: null };
    after = last;
  }
  return { entries, next: after ?? null };
}

interface Look {
  readonly found: readonly ChainLink[];
  /** The last link that was looked at. */
  readonly last: number | null;
  readonly seen: number;
}

async function look(trx: Transaction<Schema>, { chain, after, limit, isReversed, filter }: PageQuery): Promise<Look> {
  const order = isReversed ? sql`desc` : sql`asc`;
  const beyond = after === undefined ? sql`true` : isReversed ? sql`c.seq < ${after}` : sql`c.seq > ${after}`;
  const { rows } = await sql<ChainLink & { last: number | null; seen: number }>`
    with seen as (
      select c.* from cairn.audit_chain c where c.project_id = ${chain.id} and ${beyond} and ${isAbout(chain, filter)} order by c.seq ${order} limit ${window})
    select f.seq, f.hash, f.text, s.last, s.seen
    from (select count(*)::int as seen, ${isReversed ? sql`min` : sql`max`}(c.seq) as last from seen c) s
    left join lateral (
      select c.seq, pg_catalog.encode(c.hash, 'hex') as hash, ${textOfEntry(chain)} as text
      from seen c cross join lateral ${entryOfLink(chain)} e
      where ${condition(chain, filter)} order by c.seq ${order} limit ${limit}) f on true
    order by f.seq ${order}`.execute(trx);
  const [first] = rows;
  const found = rows.filter(({ seq }) => seq !== null).map(({ seq, hash, text }) => ({ seq, hash, text }));
  return { found, last: first?.last ?? null, seen: first?.seen ?? 0 };
}

/** The entries of one decision are few, and found by it. */
function isAbout({ kind, id }: Chain, { decisionId }: EntryFilter): RawBuilder<unknown> {
  if (decisionId === undefined) return sql`true`;
  if (kind !== 'project') return sql`false`;
  return sql`c.entry_id = any (array(
    select x.id from cairn.audit_entries x where x.project_id = ${id} and x.decision_id = ${decisionId}::uuid))`;
}

function condition({ kind }: Chain, { actor, action, outcome, from, to }: EntryFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (actor !== undefined) conditions.push(isBy(kind, actor));
  if (action !== undefined) conditions.push(sql`(e.action = ${action} or pg_catalog.starts_with(e.action, ${`${action}.`}))`);
  if (outcome !== undefined) conditions.push(sql`e.outcome = ${outcome}`);
  if (from !== undefined) conditions.push(sql`e.at >= ${from}::timestamptz`);
  if (to !== undefined) conditions.push(sql`e.at < ${to}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

function isBy(kind: Chain['kind'], actor: string): RawBuilder<unknown> {
  const byId = isId(actor) ? sql`e.user_id = ${actor}::uuid or e.credential_id = ${actor}::uuid` : sql`false`;
  return kind === 'project' ? sql`(${byId} or e.agent_id = ${actor})` : sql`(${byId})`;
}
