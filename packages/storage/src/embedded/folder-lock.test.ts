import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUse } from './errors.ts';
import { lockFolder } from './folder-lock.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-lock-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Another process that holds the folder until it is killed. */
async function holder(): Promise<() => Promise<void>> {
  const code = `
    const { lockFolder } = await import(${JSON.stringify(new URL('folder-lock.ts', import.meta.url).href)});
    await lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
}

test('a folder in use says in one line which it is and what to do', async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(new DataFolderInUse(folder));
  await lock.release();
  expect(new DataFolderInUse('/data').message).toBe(
    'the data folder /data is in use by another Cairn process; stop it or set CAIRN_DATA_DIR to another folder',
  );
});

test('another path to the same folder is the same folder', async () => {
  const lock = await lockFolder(folder);
  const other = `${folder}-link`;
  await symlink(folder, other);
  await expect(lockFolder(other)).rejects.toThrow(DataFolderInUse);
  await rm(other);
  await lock.release();
});

test('a folder that was released, or whose process was killed, can be taken', async () => {
  const kill = await holder();
  await expect(lockFolder(folder)).rejects.toThrow(DataFolderInUse);
  await kill();
  for (let round = 0; round < 2; round += 1) await (await lockFolder(folder)).release();
});
