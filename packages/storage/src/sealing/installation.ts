import { newId, WrongMasterKey } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { firstAuditSeed, sealKnown, type MasterKeys } from './master-keys.ts';
import { open, seal } from './seal.ts';

/** The database still holds keys under a former master key, which is not among those given. */
class FormerMasterKeyMissing extends Error {
  constructor() {
    super(
      'the change of the master key has not ended, and the database still holds keys under the former one: ' +
        'set it as CAIRN_MASTER_KEY_PREVIOUS until the change has ended',
    );
    this.name = 'FormerMasterKeyMissing';
  }
}

export interface Installation {
  readonly id: string;
  /** Signs the audit's checkpoints; stays the same when the master key changes. */
  readonly auditSeed: Uint8Array;
}

/**
 * Names the installation in an empty database and leaves a sealed text there; opens that text in any other.
 * @throws WrongMasterKey, FormerMasterKeyMissing
 */
export async function enterInstallation(session: Session, masters: MasterKeys): Promise<Installation> {
  return session.inDirectory(async (trx) => {
    const row = (await named(trx)) ?? (await name(trx, masters));
    const reigning = masters.whoSealed(row.sealed);
    if (!reigning) throw new WrongMasterKey();
    if (row.former && !masters.whoSealed(row.former)) throw new FormerMasterKeyMissing();
    const sealed = row.audit_seed ?? (await keepAuditSeed(trx, masters, reigning));
    return { id: row.id, auditSeed: open(masters.ring('installation keys'), auditPlace, sealed) };
  });
}

/** Whether the key that reigns now is one of this process. */
export async function reigns(session: Session, masters: MasterKeys): Promise<boolean> {
  const row = await session.inDirectory((trx) => trx.selectFrom('installation').select('sealed').executeTakeFirst());
  return row === undefined || masters.whoSealed(row.sealed) !== undefined;
}

const named = (trx: Transaction<Schema>) =>
  trx.selectFrom('installation').select(['id', 'sealed', 'former', 'audit_seed']).executeTakeFirst();

async function name(trx: Transaction<Schema>, masters: MasterKeys) {
  await trx
    .insertInto('installation')
    .values({ id: newId(), sealed: sealKnown(masters.current) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await named(trx);
  if (!row) throw new Error('the installation has no name');
  return row;
}

/** What the seed that signs the audit is bound to. */
export const auditPlace = 'installation:audit';

/** The first start of this release: what signed so far goes on signing. */
async function keepAuditSeed(trx: Transaction<Schema>, masters: MasterKeys, reigning: Uint8Array): Promise<Uint8Array> {
  const ring = await masters.reigning(trx, 'installation keys');
  await trx
    .updateTable('installation')
    .set({ audit_seed: seal(ring, auditPlace, firstAuditSeed(reigning)) })
    .where('audit_seed', 'is', null)
    .execute();
  const row = await trx.selectFrom('installation').select('audit_seed').executeTakeFirstOrThrow();
  return row.audit_seed as Uint8Array;
}
