import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs in flight at once: the disk joins them into few flushes. */
const parallel = 16;

/** Brings a folder, all it holds and itself, to the disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const queue = files.values();
  await Promise.all(Array.from({ length: parallel }, () => syncEach(queue)));
  for (const path of [...folders, folder]) await syncFolder(path);
}

async function syncEach(paths: Iterable<string>): Promise<void> {
  for (const path of paths) await syncFile(path, 'r+');
}

/** A folder's own entries: new and renamed files. Windows syncs them by itself and opens no folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(path, 'r');
}

async function syncFile(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
