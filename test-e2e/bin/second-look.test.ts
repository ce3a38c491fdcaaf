import { expect, test } from 'vitest';
import { filesToRunAgain, withSecondRun } from './second-look.ts';
import { countTests, failuresOf, type FileReport } from './test-counts.ts';

const report = (name: string, ...statuses: readonly string[]): FileReport => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  startTime: 0,
  endTime: 1,
  assertionResults: statuses.map((status, at) => ({ fullName: `holds ${at}`, status, failureMessages: ['Error: no\n  at x'] })),
});
const drives = (file: string): boolean => file.endsWith('.e2e.test.ts');

test('the few files that failed are run again when all of them drive processes', () => {
  const reports = [report('a.e2e.test.ts', 'passed', 'failed', 'failed'), report('b.e2e.test.ts', 'passed')];
  expect(filesToRunAgain(reports, drives)).toEqual(['a.e2e.test.ts']);
});

test.each<[string, readonly FileReport[]]>([
  ['nothing failed', [report('a.e2e.test.ts', 'passed')]],
  ['a unit test failed', [report('a.e2e.test.ts', 'failed'), report('b.test.ts', 'failed')]],
  ['many files failed', ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => report(`${name}.e2e.test.ts`, 'failed'))],
])('none is run again when %s', (_title, reports) => {
  expect(filesToRunAgain(reports, drives)).toEqual([]);
});

test('a file that could not be set up is run again as well', () => {
  expect(filesToRunAgain([{ ...report('a.e2e.test.ts'), status: 'failed', message: 'Error: set-up' }], drives)).toEqual(['a.e2e.test.ts']);
});

test('the second run stands in the place of the first, for better and for worse', () => {
  const first = [report('a.e2e.test.ts', 'passed', 'failed'), report('b.test.ts', 'passed')];
  expect(countTests(withSecondRun(first, [report('a.e2e.test.ts', 'passed', 'passed')]))).toEqual({ passed: 3, failed: 0, skipped: [] });
  expect(failuresOf(withSecondRun(first, [report('a.e2e.test.ts', 'failed', 'passed')]))).toEqual([
    { file: 'a.e2e.test.ts', title: 'holds 0', why: 'Error: no' },
  ]);
});
