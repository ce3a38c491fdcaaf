import fs from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogSync } from './log-sync.ts';

let synced: number[];

beforeEach(() => {
  synced = [];
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation((file) => void synced.push(file));
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('a commit goes to the disk at once unless it may wait', () => {
  const log = new LogSync();
  log.ask(3);
  expect([synced, log.unsettled]).toEqual([[3], false]);
});

test('commits that wait go together, once for each file', () => {
  const log = new LogSync();
  log.postpones = true;
  for (const file of [3, 3, 4, 3]) log.ask(file);
  expect([synced, log.unsettled]).toEqual([[], true]);
  log.settle();
  expect([synced, log.unsettled]).toEqual([[3, 4], false]);
  log.settle();
  expect(synced).toEqual([3, 4]);
});

test('a commit that the disk does not take still waits', () => {
  const log = new LogSync();
  vi.mocked(fs.fdatasyncSync).mockImplementationOnce(() => {
    throw new Error('EIO');
  });
  expect(() => log.ask(3)).toThrow('EIO');
  expect(log.unsettled).toBe(true);
});
