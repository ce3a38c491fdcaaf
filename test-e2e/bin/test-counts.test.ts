import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countTests, failuresOf, readReport } from './test-counts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('skipped, pending and todo tests are all told by their titles', () => {
  const file = join(folder, 'report.json');
  const tests = ['passed', 'failed', 'skipped', 'pending', 'todo', 'passed'].map((status) => ({ fullName: `it is ${status}`, status }));
  writeFileSync(file, JSON.stringify({ testResults: [{ name: '/here/a.test.ts', assertionResults: tests }] }));
  expect(countTests(readReport(file, '/here') ?? [])).toEqual({
    passed: 2,
    failed: 1,
    skipped: ['a.test.ts: it is skipped', 'a.test.ts: it is pending', 'a.test.ts: it is todo'],
  });
});

test('no report and a broken report count as none', () => {
  expect(readReport(join(folder, 'absent.json'), '/here')).toBeUndefined();
  writeFileSync(join(folder, 'broken.json'), '{');
  expect(readReport(join(folder, 'broken.json'), '/here')).toBeUndefined();
});

test('what failed is told with the first line of why, a file that could not be set up without a title', () => {
  const file = join(folder, 'report.json');
  const failed = {
    name: '/here/a.test.ts',
    assertionResults: [{ fullName: 'it fails', status: 'failed', failureMessages: ['Error: no\n at x'] }],
  };
  const unset = { name: '/here/b.test.ts', status: 'failed', message: 'Error: set-up\n at y', assertionResults: [] };
  writeFileSync(file, JSON.stringify({ testResults: [failed, unset] }));
  expect(failuresOf(readReport(file, '/here') ?? [])).toEqual([
    { file: 'a.test.ts', title: 'it fails', why: 'Error: no' },
    { file: 'b.test.ts', title: '', why: 'Error: set-up' },
  ]);
});
