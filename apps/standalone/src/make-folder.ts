import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, for the owner only; one that is there stays as it is. Node's own recursive way never ends
 * below some odd mounts, `/proc` among them.
 */
export async function makeFolder(path: string): Promise<void> {
  const failure = await attempt(path);
  if (failure?.code !== 'ENOENT' || dirname(path) === path) {
    if (failure) throw failure;
    return;
  }
  await makeFolder(dirname(path));
  const again = await attempt(path);
  if (again) throw again;
}

async function attempt(path: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    // Whether it is a folder shows when it is used.
    return failure.code === 'EEXIST' ? undefined : failure;
  }
}
