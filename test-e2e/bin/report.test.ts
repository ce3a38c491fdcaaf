import { expect, test } from 'vitest';
import { hasPassed, reportLines, type RunResult } from './report.ts';

const good: RunResult = {
  gates: [{ name: 'lint', passed: true, seconds: 1 }],
  counts: { passed: 3, failed: 0, skipped: [] },
  failures: [],
  unsteady: [],
  vitestCode: 0,
  vitestSeconds: 2,
  skipsAllowed: false,
  cannotRun: [],
  requireServices: false,
  services: { summary: 'Docker', reasons: [] },
};
const lacking = [{ file: 'jobs.integration.test.ts', needs: ['Redis'] }];

test('a run in which all went well passes', () => {
  expect(hasPassed(good)).toBe(true);
});

test.each<[string, Partial<RunResult>]>([
  ['a gate failed', { gates: [...good.gates, { name: 'types', passed: false, seconds: 1 }] }],
  ['a test failed', { counts: { passed: 3, failed: 1, skipped: [] }, vitestCode: 1 }],
  ['vitest failed although no test did', { vitestCode: 1 }],
  ['no test ran', { counts: { passed: 0, failed: 0, skipped: [] } }],
  ['vitest made no report', { counts: undefined }],
  ['a test was skipped', { counts: { passed: 3, failed: 0, skipped: ['a: b'] } }],
  ['a suite lacks a service that is required', { cannotRun: lacking, requireServices: true }],
])('a run in which %s does not', (_title, change) => {
  expect(hasPassed({ ...good, ...change })).toBe(false);
});

test('a suite that lacks a service does not fail a run that does not insist', () => {
  expect(hasPassed({ ...good, cannotRun: lacking })).toBe(true);
});

test('tests passed over by a selection do not fail the run', () => {
  expect(hasPassed({ ...good, skipsAllowed: true, counts: { passed: 1, failed: 0, skipped: ['a: b'] } })).toBe(true);
});

test('the last lines tell which suites could not run, why, and what to do', () => {
  const services = { summary: 'none', reasons: ['Docker: there is no Docker'] };
  const lines = reportLines({ ...good, cannotRun: lacking, services });
  expect(lines).toContain('3 passed, 0 failed, 0 skipped');
  const last = lines.slice(lines.indexOf('1 suite could not run:'));
  expect(last.slice(0, 4)).toEqual([
    '1 suite could not run:',
    '  jobs.integration.test.ts needs Redis',
    'No servers were found:',
    '  Docker: there is no Docker',
  ]);
  expect(last.slice(4).join(' ')).toMatch(/^To run them, .*CAIRN_TEST_DATABASE_URL/);
});

test('a skipped test is told by its title', () => {
  expect(reportLines({ ...good, counts: { passed: 2, failed: 0, skipped: ['a.test.ts: it waits'] } })).toContain('  a.test.ts: it waits');
});

test('of many skipped tests the first ten are told and the rest counted', () => {
  const skipped = Array.from({ length: 12 }, (_, index) => `a.test.ts: ${index}`);
  const lines = reportLines({ ...good, counts: { passed: 2, failed: 0, skipped } });
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([...skipped.slice(0, 10).map((title) => `  ${title}`), '  and 2 more']);
});

test('each failure is told by its file, its title and why, and what held alone is told apart', () => {
  const failure = (title: string) => ({ file: 'a.e2e.test.ts', title, why: 'Error: no' });
  const lines = reportLines({ ...good, failures: [failure('it fails'), failure('')], unsteady: [failure('it wavers')] });
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([
    '  a.e2e.test.ts: it fails (Error: no)',
    '  a.e2e.test.ts: its set-up (Error: no)',
    '  a.e2e.test.ts: it wavers (Error: no)',
  ]);
  expect(lines.findIndex((line) => line.startsWith('Unsteady'))).toBe(lines.findIndex((line) => line.includes('it wavers')) - 1);
});
