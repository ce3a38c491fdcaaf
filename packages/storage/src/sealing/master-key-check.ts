import type { Session } from '../database/session.ts';
import { openText, sealText } from './seal.ts';

const place = 'master_key_check';
const known = 'cairn';

/** The master key is not the one under which the database was sealed. */
export class WrongMasterKey extends Error {
  constructor() {
    super('the master key is not the one that this database was sealed with; set the key of its first start again');
    this.name = 'WrongMasterKey';
  }
}

/** Leaves a sealed text in an empty database, and opens the one that is there in any other. */
export async function checkMasterKey(session: Session, key: Uint8Array): Promise<void> {
  const sealed = await session.inDirectory(async (trx) => {
    await trx
      .insertInto('master_key_check')
      .values({ sealed: sealText(key, place, known) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await trx.selectFrom('master_key_check').select('sealed').executeTakeFirstOrThrow()).sealed;
  });
  if (!opens(key, sealed)) throw new WrongMasterKey();
}

function opens(key: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return openText(key, place, sealed) === known;
  } catch {
    return false;
  }
}
