import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface DataFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** The setting that names the folder which `createStoreFolder` copies. */
export const storeTemplateSetting = 'CAIRN_TEST_STORE_TEMPLATE';

/** An empty folder of the test's own. */
export async function createDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'cairn-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * A folder of the test's own with an embedded database that was made and migrated and holds nothing, as a start leaves it that
 * was cut short there: to make one takes longer than all else that a start does. Without a template it is empty, and the start makes its database.
 */
export async function createStoreFolder(): Promise<DataFolder> {
  const folder = await createDataFolder();
  const template = process.env[storeTemplateSetting];
  if (template) await promisify(execFile)('cp', ['-R', `${template}/.`, folder.path]);
  return folder;
}
