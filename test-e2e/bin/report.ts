import type { SuiteWithout } from '../services/suite-needs.ts';
import type { GateResult } from './gates.ts';
import type { TestCounts, TestFailure } from './test-counts.ts';

// A set-up that fails skips all the tests behind it: the first ones tell enough.
const SKIPPED_SHOWN = 10;
const FAILURES_SHOWN = 20;

export type RunResult = {
  readonly gates: readonly GateResult[];
  /** Undefined when vitest made no report. */
  readonly counts: TestCounts | undefined;
  readonly failures: readonly TestFailure[];
  /** What failed in the run of everything and held when its file ran again, alone. */
  readonly unsteady: readonly TestFailure[];
  readonly vitestCode: number;
  readonly vitestSeconds: number;
  /** Whether tests that did not run are what was asked for. */
  readonly skipsAllowed: boolean;
  readonly cannotRun: readonly SuiteWithout[];
  readonly requireServices: boolean;
  readonly services: { readonly summary: string; readonly reasons: readonly string[] };
};

/** Whether all that had to run did, and well. */
export function hasPassed({ gates, counts, vitestCode, skipsAllowed, cannotRun, requireServices }: RunResult): boolean {
  const gatesPassed = gates.every(({ passed }) => passed);
  const testsPassed = vitestCode === 0 && counts !== undefined && counts.passed > 0 && counts.failed === 0;
  const nothingSkipped = skipsAllowed || counts?.skipped.length === 0;
  const nothingLacking = !requireServices || cannotRun.length === 0;
  return gatesPassed && testsPassed && nothingSkipped && nothingLacking;
}

/** The lines that end a run; what could not run, and how to make it run, comes last. */
export function reportLines(result: RunResult): string[] {
  return ['', ...gateLines(result), ...testLines(result), ...(result.cannotRun.length > 0 ? cannotRunLines(result) : [])];
}

function gateLines({ gates }: RunResult): string[] {
  return gates.map(({ name, passed, seconds }) => line(name, passed, seconds));
}

function testLines({ counts, failures, unsteady, vitestCode, vitestSeconds, skipsAllowed, services }: RunResult): string[] {
  const skipped = counts?.skipped ?? [];
  const passed = vitestCode === 0 && counts !== undefined && (skipsAllowed || skipped.length === 0);
  const titles = skipsAllowed || skipped.length === 0 ? [] : skippedLines(skipped);
  const totals = counts === undefined ? 'no test ran' : `${counts.passed} passed, ${counts.failed} failed, ${skipped.length} skipped`;
  return [
    line('tests', passed, vitestSeconds),
    `Postgres and Redis: ${services.summary}`,
    ...titles,
    ...failureLines('Failed:', failures),
    ...failureLines('Unsteady: failed in company and held alone, which is a fault to be mended:', unsteady),
    totals,
  ];
}

function failureLines(heading: string, failures: readonly TestFailure[]): string[] {
  if (failures.length === 0) return [];
  const shown = failures
    .slice(0, FAILURES_SHOWN)
    .map(({ file, title, why }) => `  ${file}: ${title === '' ? 'its set-up' : title} (${why})`);
  return [heading, ...shown, ...(failures.length > shown.length ? [`  and ${failures.length - shown.length} more`] : [])];
}

function skippedLines(skipped: readonly string[]): string[] {
  const shown = skipped.slice(0, SKIPPED_SHOWN).map((title) => `  ${title}`);
  return [
    'Tests must not be skipped:',
    ...shown,
    ...(skipped.length > shown.length ? [`  and ${skipped.length - shown.length} more`] : []),
  ];
}

function cannotRunLines({ cannotRun, services, requireServices }: RunResult): string[] {
  const suites = `${cannotRun.length} ${cannotRun.length === 1 ? 'suite' : 'suites'}`;
  return [
    '',
    `${suites} could not run${requireServices ? ', which fails this run' : ''}:`,
    ...cannotRun.map(({ file, needs }) => `  ${file} needs ${needs.join(' and ')}`),
    ...(services.reasons.length > 0 ? ['No servers were found:', ...services.reasons.map((reason) => `  ${reason}`)] : []),
    'To run them, give servers: start Docker; or set CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL to a Postgres 15 or later with',
    'pgvector and a Redis; or, for suites that stop servers of their own, set CAIRN_TEST_POSTGRES_BIN and CAIRN_TEST_REDIS_BIN to the',
    'folders of their programs.',
  ];
}

function line(name: string, passed: boolean, seconds: number): string {
  return `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`;
}
