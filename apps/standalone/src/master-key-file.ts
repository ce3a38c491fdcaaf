import { randomBytes } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface MasterKeyFile {
  readonly key: Uint8Array;
  /** Whether this start made it. */
  readonly isNew: boolean;
  /** Takes a key back that this start made and that turned out not to fit. */
  remove(): Promise<void>;
}

/** The key that lies beside the embedded database, made on the first start (mode 0600). Call it with the folder locked. */
export async function masterKeyIn(dataDir: string): Promise<MasterKeyFile> {
  const path = join(dataDir, 'master.key');
  const remove = (): Promise<void> => rm(path, { force: true });
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { key: await writeKey(path), isNew: true, remove };
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error(`${path} does not hold a master key (32 bytes in base64); put the right file back`);
  return { key, isNew: false, remove };
}

async function writeKey(path: string): Promise<Uint8Array> {
  const key = randomBytes(32);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return key;
}
