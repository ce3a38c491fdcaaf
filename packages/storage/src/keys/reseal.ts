import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { KeyRing } from '../sealing/key-ring.ts';
import { open, seal } from '../sealing/seal.ts';
import type { SealedColumn } from './sealed-columns.ts';

export interface ResealTask {
  readonly projectId: string;
  readonly ring: KeyRing;
  /** Called after each transaction; rejects to end the work. */
  readonly between: () => Promise<void>;
}

export interface Resealed {
  readonly rows: number;
  /** Rows that no version of the key opens: what was sealed under one that is still needed to find out why. */
  readonly unreadable: number;
}

const defaultRowsAtOnce = 100;

/** Seals what a column holds under the version that seals now. What somebody else holds at that moment is left for another pass. */
export async function resealColumn(session: Session, column: SealedColumn, task: ResealTask): Promise<Resealed> {
  let [rows, unreadable] = [0, 0];
  for (let after: readonly string[] | undefined; ;) {
    const part = await session.inProject(task.projectId, (trx) => resealPart(trx, column, task, after));
    rows += part.rows;
    unreadable += part.unreadable;
    if (part.rows > 0) await task.between();
    if (part.last === undefined) return { rows, unreadable };
    after = part.last;
  }
}

/** Whether a column holds rows that the version that seals now did not seal. */
export async function holdsOlder(session: Session, column: SealedColumn, task: Pick<ResealTask, 'projectId' | 'ring'>): Promise<boolean> {
  return session.inProject(task.projectId, async (trx) => {
    const { rows } = await sql<{ held: boolean }>`select exists (select from ${tableOf(column)}
      where project_id = ${task.projectId} and ${isOlder(column, task.ring)}) as held`.execute(trx);
    return rows[0]?.held === true;
  });
}

interface OldRow {
  readonly key: readonly string[];
  readonly sealed: Uint8Array;
}

async function resealPart(
  trx: Transaction<Schema>,
  column: SealedColumn,
  task: ResealTask,
  after: readonly string[] | undefined,
): Promise<Resealed & { readonly last: readonly string[] | undefined }> {
  const found = await olderRows(trx, column, task, after);
  let unreadable = 0;
  for (const row of found) {
    const place = column.place(task.projectId, row.key);
    const anew = sealedAnew(task.ring, place, row.sealed);
    if (anew) await write(trx, column, { projectId: task.projectId, key: row.key, anew });
    else unreadable += 1;
  }
  const limit = column.rowsAtOnce ?? defaultRowsAtOnce;
  return { rows: found.length - unreadable, unreadable, last: found.length < limit ? undefined : found.at(-1)?.key };
}

function sealedAnew(ring: KeyRing, place: string, sealed: Uint8Array): Buffer | undefined {
  let plain: Buffer;
  try {
    plain = open(ring, place, sealed);
  } catch {
    return undefined;
  }
  return seal(ring, place, plain);
}

/** Locked; those that somebody else holds are left out, so that this never waits for anybody with rows in its hands. */
async function olderRows(
  trx: Transaction<Schema>,
  column: SealedColumn,
  { projectId, ring }: ResealTask,
  after: readonly string[] | undefined,
): Promise<readonly OldRow[]> {
  const names = Object.keys(column.key).map((name) => sql.ref(name));
  const later = after === undefined ? sql`true` : sql`(${sql.join(names)}) > (${sql.join(typedKey(column, after))})`;
  const { rows } = await sql<OldRow>`
    select array[${sql.join(names.map((name) => sql`${name}::text`))}] as key, ${sql.ref(column.column)} as sealed
    from ${tableOf(column)}
    where project_id = ${projectId} and ${isOlder(column, ring)} and ${later}
    order by ${sql.join(names)} limit ${column.rowsAtOnce ?? defaultRowsAtOnce} for update skip locked`.execute(trx);
  return rows;
}

async function write(
  trx: Transaction<Schema>,
  column: SealedColumn,
  { projectId, key, anew }: { readonly projectId: string; readonly key: readonly string[]; readonly anew: Uint8Array },
): Promise<void> {
  const names = Object.keys(column.key).map((name) => sql.ref(name));
  await sql`update ${tableOf(column)} set ${sql.ref(column.column)} = ${anew}
    where project_id = ${projectId} and (${sql.join(names)}) = (${sql.join(typedKey(column, key))})`.execute(trx);
}

const tableOf = (column: SealedColumn): RawBuilder<unknown> => sql.table(`cairn.${column.table}`);

function typedKey(column: SealedColumn, values: readonly string[]): RawBuilder<unknown>[] {
  return Object.values(column.key).map((type, i) => sql`${values[i]}::${sql.raw(type)}`);
}

/** By the first bytes alone: see `seal`. Rows are found by a version that is greater than 1, as a first version replaces none. */
function isOlder(column: SealedColumn, ring: KeyRing): RawBuilder<boolean> {
  const mark = Buffer.alloc(5, 2);
  mark.writeUInt32BE(ring.newest().version, 1);
  return sql`${sql.ref(column.column)} is not null and substr(${sql.ref(column.column)}, 1, 5) <> ${mark}`;
}
