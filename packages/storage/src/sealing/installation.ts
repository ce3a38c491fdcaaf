import { newId } from '@cairn/core';
import type { Session } from '../database/session.ts';
import { openText, sealText } from './seal.ts';

const place = 'installation';
const known = 'cairn';

/** The master key is not the one under which the database was sealed. */
export class WrongMasterKey extends Error {
  constructor() {
    super('the master key is not the one that this database was sealed with; set the key of its first start again');
    this.name = 'WrongMasterKey';
  }
}

/**
 * Names the installation in an empty database and leaves a sealed text there; opens that text in any other.
 * @returns the installation's id
 * @throws WrongMasterKey
 */
export async function enterInstallation(session: Session, key: Uint8Array): Promise<string> {
  const { id, sealed } = await session.inDirectory(async (trx) => {
    await trx
      .insertInto('installation')
      .values({ id: newId(), sealed: sealText(key, place, known) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return trx.selectFrom('installation').select(['id', 'sealed']).executeTakeFirstOrThrow();
  });
  if (!opens(key, sealed)) throw new WrongMasterKey();
  return id;
}

function opens(key: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return openText(key, place, sealed) === known;
  } catch {
    return false;
  }
}
