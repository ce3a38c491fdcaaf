import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createDataFolder, storeTemplateSetting } from '@cairn/test-kit';

/** Makes, once a run, the embedded database that stores and products begin with; a process of its own gives back the memory that takes. */
export default async function makeStoreTemplate(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[storeTemplateSetting] !== undefined) return undefined;
  const folder = await createDataFolder();
  const entry = new URL('make-store.ts', import.meta.url);
  await promisify(execFile)(process.execPath, ['--conditions=@cairn/source', entry.pathname, folder.path]);
  process.env[storeTemplateSetting] = folder.path;
  return async () => {
    delete process.env[storeTemplateSetting];
    await folder.remove();
  };
}
