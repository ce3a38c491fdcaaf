import type { ArchiveRecord } from '@cairn/contracts';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';

/** What a page of a table is read with. */
export interface Reading {
  readonly projectId: string;
  readonly key: ProjectKey;
}

/** A table of a project whose rows are lines of an archive, one each. */
export interface Listing {
  readonly table: string;
  /** The rest of the primary key, by which it is walked, with its types. */
  readonly key: Readonly<Record<string, KeyType>>;
  readonly rowsAtOnce: number;
  /** Which of them; all when absent. The table goes by the name `t`. */
  readonly which?: RawBuilder<unknown> | undefined;
  readonly toRecord: (row: Row, reading: Reading) => ArchiveRecord;
}

type KeyType = 'uuid' | 'int' | 'bigint' | 'text';

// oxlint-disable-next-line typescript/no-explicit-any -- rows of several tables, each read by one function that knows it
export type Row = Readonly<Record<string, any>>;

/** A page of a table: its rows, and the same as lines. */
export interface Page {
  readonly rows: readonly Row[];
  readonly records: readonly ArchiveRecord[];
}

export interface Listed {
  readonly projectId: string;
  readonly listing: Listing;
}

/** The rows of a table as lines, a page at a time. */
export async function* pages(session: Session, keys: ProjectKeys, listed: Listed): AsyncGenerator<readonly ArchiveRecord[]> {
  for await (const { records } of pagesWithRows(session, keys, listed)) yield records;
}

export async function* pagesWithRows(session: Session, keys: ProjectKeys, { projectId, listing }: Listed): AsyncGenerator<Page> {
  const names = Object.keys(listing.key);
  for (let after: Row | undefined; ;) {
    // Asked for each page: a key that was destroyed or replaced meanwhile is not used any longer.
    const reading = { projectId, key: await keys.of(session, projectId) };
    const rows = await session.inProject(projectId, (trx) => pageOf(trx, listing, projectId, after));
    if (rows.length > 0) yield { rows, records: rows.map((row) => listing.toRecord(row, reading)) };
    after = rows.at(-1);
    if (rows.length < listing.rowsAtOnce || names.length === 0) return;
  }
}

async function pageOf(trx: Transaction<Schema>, listing: Listing, projectId: string, after: Row | undefined): Promise<readonly Row[]> {
  const key = Object.entries(listing.key);
  const names = key.map(([name]) => sql.ref(`t.${name}`));
  const later = after === undefined || key.length === 0 ? sql`true` : sql`(${sql.join(names)}) > (${sql.join(values(listing, after))})`;
  const order = key.length === 0 ? sql`` : sql`order by ${sql.join(names)}`;
  const { rows } = await sql<Row>`select t.* from ${sql.table(`cairn.${listing.table}`)} t
    where t.project_id = ${projectId} and ${listing.which ?? sql`true`} and ${later} ${order} limit ${listing.rowsAtOnce}`.execute(trx);
  return rows;
}

const values = (listing: Listing, row: Row): RawBuilder<unknown>[] =>
  Object.entries(listing.key).map(([name, type]) => sql`${String(row[name])}::${sql.raw(type)}`);
