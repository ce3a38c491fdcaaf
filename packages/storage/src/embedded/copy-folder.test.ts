import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDataFolder } from './copy-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-copy-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function dataIn(name: string): Promise<string> {
  const data = join(folder, name);
  await mkdir(join(data, 'postgres', 'global'), { recursive: true });
  await mkdir(join(data, 'postgres', 'pg_wal'));
  await writeFile(join(data, 'postgres', 'global', 'pg_control'), 'x');
  return data;
}

test('a folder within the one that is copied is refused before anything is copied', async () => {
  const data = await dataIn('data');
  for (const to of [join(data, 'inner'), join(data, 'postgres', 'inner'), join(data, '..inner')])
    await expect(copyDataFolder(data, to)).rejects.toThrow('is within');
  expect(await readdir(data)).toEqual(['postgres']);
});

test('one beside it is not, whatever its name begins with', async () => {
  const data = await dataIn('data');
  for (const to of ['data-copy', '..data'].map((name) => join(folder, name))) {
    await copyDataFolder(data, to);
    expect(await readdir(join(to, 'postgres'))).toEqual(['global', 'pg_wal']);
  }
});

test('a link to the folder that is copied, or into it, is seen through', async () => {
  const data = await dataIn('data');
  await mkdir(join(data, 'audit'));
  await symlink(data, join(folder, 'link'));
  await symlink(join(data, 'audit'), join(folder, 'inside'));
  for (const to of ['link/inner', 'inside/inner']) await expect(copyDataFolder(data, join(folder, to))).rejects.toThrow('is within');
  await expect(copyDataFolder(join(folder, 'link'), join(data, 'inner'))).rejects.toThrow('is within');
  await expect(copyDataFolder(data, join(folder, 'link'))).rejects.toThrow('is there already');
  expect((await readdir(data)).toSorted()).toEqual(['audit', 'postgres']);
});

test('what stands beside the copy stays, whatever it is called', async () => {
  const data = await dataIn('copy.unfinished');
  const other = join(folder, 'other.unfinished');
  await mkdir(other);
  await writeFile(join(other, 'mine'), 'x');
  for (const to of ['copy', 'other']) await copyDataFolder(data, join(folder, to));
  expect(await readdir(other)).toEqual(['mine']);
  expect((await readdir(folder)).toSorted()).toEqual(['copy', 'copy.unfinished', 'other', 'other.unfinished']);
});

test('a folder to copy into that is not there is told, and nothing is made', async () => {
  const data = await dataIn('data');
  await expect(copyDataFolder(data, join(folder, 'nowhere', 'to'))).rejects.toThrow('make it first');
  await expect(copyDataFolder(data, '/proc/nowhere/to')).rejects.toThrow('make it first');
  expect(await readdir(folder)).toEqual(['data']);
});

test('a folder without data is told by the setting that names it', async () => {
  await expect(copyDataFolder(join(folder, 'nothing'), join(folder, 'to'))).rejects.toThrow('(CAIRN_DATA_DIR)');
  expect(await readdir(folder)).toEqual([]);
});
