import { namingSetting } from '../start-fault.ts';
import type { Kms } from './kms.ts';
import { keyTextIn, keyTextTakes, type KeyText } from './key-text.ts';
import type { KeySource, KmsConfig, MasterKeyConfig } from './master-key-settings.ts';
import { readSecretFile } from './secret-file.ts';
import { createTransitKms } from './transit-kms.ts';

/** The master keys of a process, as the store takes them. */
export interface LoadedMasterKeys {
  readonly current: Uint8Array;
  readonly others: readonly Uint8Array[];
}

/**
 * Reads the files and asks the key service. One clear error, which names the setting and holds nothing of a key.
 * `make` gives the key where none is set.
 */
export async function loadMasterKeys(config: MasterKeyConfig, make?: () => Promise<Uint8Array>): Promise<LoadedMasterKeys> {
  const kms = config.kms && (await openKms(config.kms));
  const current = config.current === undefined ? await make?.() : await keyFrom(config.current, kms);
  if (!current) throw new Error('CAIRN_MASTER_KEY is not set');
  return { current, others: config.previous === undefined ? [] : [await keyFrom(config.previous, kms)] };
}

/** The key service of the settings. */
export async function openKms({ url, key, token, tokenFile }: KmsConfig): Promise<Kms> {
  const read = tokenFile === undefined ? token : await namingSetting('CAIRN_KMS_TOKEN_FILE', readSecretFile(tokenFile));
  return createTransitKms({ url, key, token: read });
}

async function keyFrom(source: KeySource, kms: Kms | undefined): Promise<Uint8Array> {
  if (source.kind !== 'file') return keyOf(source, kms);
  const given = await namingSetting(source.setting, keyTextInFile(source.path));
  return keyOf(given, kms);
}

async function keyTextInFile(path: string): Promise<KeyText> {
  const given = keyTextIn(await readSecretFile(path));
  if (given === undefined) throw new Error(`${path} does not hold ${keyTextTakes}`);
  return given;
}

async function keyOf(given: KeyText, kms: Kms | undefined): Promise<Uint8Array> {
  if (given.kind === 'plain') return given.key;
  if (!kms) throw new Error('CAIRN_KMS_URL must be set: the master key is a wrapped one');
  return namingSetting('CAIRN_KMS_URL', kms.unwrap(given.text));
}
