import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataFolder } from '@cairn/test-kit';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('a folder is made with those above it, for its owner only, and a second time stays', async () => {
  const base = await createDataFolder();
  const path = join(base.path, 'a', 'b', 'c');
  await makeFolder(path);
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await base.remove();
});

test('a place where nothing can be made fails instead of hanging', async () => {
  await expect(makeFolder('/proc/cairn/data')).rejects.toMatchObject({ code: 'ENOENT' });
});
