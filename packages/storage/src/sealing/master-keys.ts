import { CairnError, WrongMasterKey } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { turnRing, type KeyRing } from './key-ring.ts';
import { openText, sealText } from './seal.ts';
import { subkey } from './term-hash.ts';

/** The master key, and others under which the database may still hold something, or may come to: see `rotateMasterKey`. */
export interface MasterKeySet {
  /** 32 bytes. */
  readonly current: Uint8Array;
  readonly others?: readonly Uint8Array[];
}

/** What master keys are used for; no key serves two purposes. */
export type MasterPurpose = 'check' | 'wrap' | 'user answers' | 'oauth' | 'audit sign' | 'installation keys';

const subkeyOf = (master: Uint8Array, purpose: MasterPurpose): Buffer => subkey(master, `cairn ${purpose} v1`);

/**
 * The master keys of a process. Which of them reigns stands in the database: what is sealed new is sealed under that one, and every
 * one of them opens. So processes that know both keys agree while one takes the other's place.
 */
export interface MasterKeys {
  readonly current: Uint8Array;
  /** Opens what any of them sealed. It seals under `current`: take `reigning` to seal. */
  ring(purpose: MasterPurpose): KeyRing;
  /** Seals under the key that reigns; the reign cannot change before the transaction ends. @throws STORE_UNAVAILABLE when it is not here */
  reigning(trx: Transaction<Schema>, purpose: MasterPurpose): Promise<KeyRing>;
  /** The one that sealed the known text of an installation; undefined when none did. */
  whoSealed(known: Uint8Array): Uint8Array | undefined;
}

export function createMasterKeys({ current, others = [] }: MasterKeySet): MasterKeys {
  const distinct = others.filter((other) => !Buffer.from(other).equals(current));
  const all: readonly [Uint8Array, ...Uint8Array[]] = [current, ...distinct];
  const ringFrom = (first: Uint8Array, purpose: MasterPurpose): KeyRing =>
    turnRing([subkeyOf(first, purpose), ...all.filter((key) => key !== first).map((key) => subkeyOf(key, purpose))]);
  const whoSealed = (known: Uint8Array): Uint8Array | undefined => all.find((master) => opensKnown(master, known));
  return {
    current,
    ring: (purpose) => ringFrom(current, purpose),
    async reigning(trx, purpose) {
      const row = await trx.selectFrom('installation').select('sealed').forShare().executeTakeFirstOrThrow();
      const master = whoSealed(row.sealed);
      if (!master) throw lacksTheKey();
      return ringFrom(master, purpose);
    },
    whoSealed,
  };
}

/** What a caller is told of a process that another key came to reign over: the others have it. */
export const lacksTheKey = (): CairnError =>
  new CairnError('STORE_UNAVAILABLE', {
    message: 'this process was not given the master key that is in use now; try again shortly',
    cause: new WrongMasterKey(),
    retryAfter: 1,
  });

const place = 'installation';
const known = 'cairn';

/** A known text under a master key: tells a wrong one at the start instead of at the first sealed row. */
export const sealKnown = (master: Uint8Array): Buffer => sealText(subkeyOf(master, 'check'), place, known);

export function opensKnown(master: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return openText(subkeyOf(master, 'check'), place, sealed) === known;
  } catch {
    return false;
  }
}

/** What a master key that never took another's place signs the audit's checkpoints with. */
export const firstAuditSeed = (master: Uint8Array): Buffer => subkeyOf(master, 'audit sign');
