import { WrongMasterKey } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Schema } from '../database/schema.ts';
import { poolSession, type Session } from '../database/session.ts';
import { clientSecretPlace } from '../repositories/oauth-clients.ts';
import { oauthKeyPlace } from '../repositories/oauth-keys.ts';
import { userAnswerPlace } from '../repositories/kept-answers.ts';
import { auditPlace } from '../sealing/installation.ts';
import { createMasterKeys, opensKnown, sealKnown } from '../sealing/master-keys.ts';
import type { MasterKeys, MasterKeySet, MasterPurpose } from '../sealing/master-keys.ts';
import { keyPlace } from '../sealing/project-keys.ts';
import { open, seal } from '../sealing/seal.ts';
import { turnRing, type KeyRing } from '../sealing/key-ring.ts';
import { subkey } from '../sealing/term-hash.ts';

/** What a change of the master key did. */
export interface MasterKeyChange {
  /** Projects that were looked at. */
  readonly projects: number;
  /** Values that were put under the new key by this run; 0: there was nothing left to do. */
  readonly rewrapped: number;
}

/** An earlier change of the master key has to end before another one begins. */
class EarlierChangeOpen extends Error {
  constructor() {
    super('an earlier change of the master key has not ended; end it first, with the keys that it was begun with');
    this.name = 'EarlierChangeOpen';
  }
}

/**
 * Puts `keys.current` in the place of the master key that reigns, which must be among `keys.others`: from the first statement on all
 * that is new is sealed under it, then all that is there is wrapped anew, a row or a project at a time, and when nothing is left the
 * former key is let go. Content is not touched. Every process over the database must know both keys before it is called; they go on
 * meanwhile. Safe to call again at any time, and by several at once: it goes on where an earlier run was cut off.
 * @throws WrongMasterKey, EarlierChangeOpen
 */
export async function rotateMasterKey(database: Database, keys: MasterKeySet): Promise<MasterKeyChange> {
  const session = poolSession(database.app);
  const masters = createMasterKeys(keys);
  await takeThePlace(session, masters);
  let rewrapped = await rewrapInstallation(session, masters);
  let projects = 0;
  for (let after: string | undefined; ;) {
    const ids = await projectsAfter(session, after);
    for (const id of ids) rewrapped += await rewrapProject(session, masters, id);
    projects += ids.length;
    after = ids.at(-1);
    if (after === undefined) break;
  }
  await session.inDirectory((trx) => trx.updateTable('installation').set({ former: null }).execute());
  return { projects, rewrapped };
}

/** From its commit on nothing new is sealed under the former key: whoever seals holds the row until their transaction ends. */
async function takeThePlace(session: Session, masters: MasterKeys): Promise<void> {
  await session.inDirectory(async (trx) => {
    const row = await trx.selectFrom('installation').select(['sealed', 'former']).forUpdate().executeTakeFirstOrThrow();
    if (!masters.whoSealed(row.sealed)) throw new WrongMasterKey();
    if (opensKnown(masters.current, row.sealed)) {
      if (row.former && !masters.whoSealed(row.former)) throw new WrongMasterKey();
      return;
    }
    if (row.former) throw new EarlierChangeOpen();
    await trx
      .updateTable('installation')
      .set({ former: row.sealed, sealed: sealKnown(masters.current) })
      .execute();
  });
}

/** Wraps what is sealed under the master key of any process. */
class Rewrapper {
  readonly #opener: KeyRing;
  readonly #target: Uint8Array;

  constructor(masters: MasterKeys, purpose: MasterPurpose) {
    this.#opener = masters.ring(purpose);
    this.#target = subkey(masters.current, `cairn ${purpose} v1`);
  }

  /** Undefined when it is under the new key already. */
  anew(place: string, sealed: Uint8Array): Buffer | undefined {
    try {
      open(this.#target, place, sealed);
      return undefined;
    } catch {
      return seal(turnRing([this.#target]), place, open(this.#opener, place, sealed));
    }
  }
}

const projectsAtOnce = 500;

async function projectsAfter(session: Session, after: string | undefined): Promise<readonly string[]> {
  const rows = await session.inDirectory((trx) => {
    const query = trx.selectFrom('projects').select('id').orderBy('id').limit(projectsAtOnce);
    return (after === undefined ? query : query.where('id', '>', after)).execute();
  });
  return rows.map(({ id }) => id);
}

async function rewrapProject(session: Session, masters: MasterKeys, projectId: string): Promise<number> {
  const wrap = new Rewrapper(masters, 'wrap');
  return session.inProject(projectId, async (trx) => {
    const rows = await trx
      .selectFrom('project_keys')
      .select(['version', 'wrapped'])
      .where('project_id', '=', projectId)
      .forUpdate()
      .execute();
    let rewrapped = 0;
    for (const { version, wrapped } of rows) {
      const anew = wrap.anew(keyPlace(projectId, version), wrapped);
      if (!anew) continue;
      await trx
        .updateTable('project_keys')
        .set({ wrapped: anew })
        .where('project_id', '=', projectId)
        .where('version', '=', version)
        .execute();
      rewrapped += 1;
    }
    return rewrapped;
  });
}

/** What belongs to no project. Few rows each, but for the answers kept for people, which lapse in a day. */
async function rewrapInstallation(session: Session, masters: MasterKeys): Promise<number> {
  const parts: readonly Part[] = [
    { purpose: 'installation keys', table: 'installation', column: 'audit_seed', keys: ['only_one'], place: () => auditPlace },
    { purpose: 'oauth', table: 'oauth_keys', column: 'sealed', keys: ['id'], place: ([id]) => oauthKeyPlace(id as string) },
    { purpose: 'oauth', table: 'oauth_clients', column: 'secret', keys: ['id'], place: ([id]) => clientSecretPlace(id as string) },
    {
      purpose: 'user answers',
      table: 'user_answers',
      column: 'answer',
      keys: ['user_id', 'key'],
      place: ([userId, key]) => userAnswerPlace(userId as string, key as string),
    },
  ];
  let rewrapped = 0;
  for (const part of parts) rewrapped += await rewrapPart(session, masters, part);
  return rewrapped;
}

interface Part {
  readonly purpose: MasterPurpose;
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key. */
  readonly keys: readonly string[];
  readonly place: (key: readonly string[]) => string;
}

const rowsAtOnce = 200;

async function rewrapPart(session: Session, masters: MasterKeys, part: Part): Promise<number> {
  const rewrapper = new Rewrapper(masters, part.purpose);
  let rewrapped = 0;
  for (let after: readonly string[] | undefined; ;) {
    const rows = await session.inDirectory((trx) => readPart(trx, part, after));
    for (const { key, sealed } of rows) {
      const anew = rewrapper.anew(part.place(key), sealed);
      if (anew) rewrapped += await session.inDirectory((trx) => writePart(trx, part, { key, sealed, anew }));
    }
    after = rows.at(-1)?.key;
    if (rows.length < rowsAtOnce) return rewrapped;
  }
}

const namesOf = (part: Part): RawBuilder<unknown> => sql.join(part.keys.map((name) => sql`${sql.ref(name)}::text`));

async function readPart(
  trx: Transaction<Schema>,
  part: Part,
  after: readonly string[] | undefined,
): Promise<readonly { readonly key: readonly string[]; readonly sealed: Uint8Array }[]> {
  const later = after === undefined ? sql`true` : sql`(${namesOf(part)}) > (${sql.join(after)})`;
  const { rows } = await sql<{ key: string[]; sealed: Uint8Array }>`
    select array[${namesOf(part)}] as key, ${sql.ref(part.column)} as sealed from ${sql.table(`cairn.${part.table}`)}
    where ${sql.ref(part.column)} is not null and ${later} order by ${namesOf(part)} limit ${rowsAtOnce}`.execute(trx);
  return rows;
}

/** Only what is still as it was read: whoever changed it meanwhile sealed it under the new key. */
async function writePart(
  trx: Transaction<Schema>,
  part: Part,
  { key, sealed, anew }: { readonly key: readonly string[]; readonly sealed: Uint8Array; readonly anew: Uint8Array },
): Promise<number> {
  const column = sql.ref(part.column);
  const written = await sql`update ${sql.table(`cairn.${part.table}`)} set ${column} = ${anew}
    where (${namesOf(part)}) = (${sql.join(key)}) and ${column} = ${sealed}`.execute(trx);
  return Number(written.numAffectedRows ?? 0n);
}
