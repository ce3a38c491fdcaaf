import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTestCounts } from './test-counts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('skipped, pending and todo tests are all told by their titles', () => {
  const file = join(folder, 'report.json');
  const tests = ['passed', 'failed', 'skipped', 'pending', 'todo', 'passed'].map((status) => ({ fullName: `it is ${status}`, status }));
  writeFileSync(file, JSON.stringify({ testResults: [{ name: '/here/a.test.ts', assertionResults: tests }] }));
  expect(readTestCounts(file, '/here')).toEqual({
    passed: 2,
    failed: 1,
    skipped: ['a.test.ts: it is skipped', 'a.test.ts: it is pending', 'a.test.ts: it is todo'],
  });
});

test('no report and a broken report count as none', () => {
  expect(readTestCounts(join(folder, 'absent.json'), '/here')).toBeUndefined();
  writeFileSync(join(folder, 'broken.json'), '{');
  expect(readTestCounts(join(folder, 'broken.json'), '/here')).toBeUndefined();
});
