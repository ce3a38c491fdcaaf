import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

test('a folder without data is told by the setting that names it', async () => {
  await expect(copyDataFolder(join(folder, 'nothing'), join(folder, 'to'))).rejects.toThrow('(CAIRN_DATA_DIR)');
  expect(await readdir(folder)).toEqual([]);
});
