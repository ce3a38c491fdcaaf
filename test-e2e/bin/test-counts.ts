import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

export type TestCounts = {
  readonly passed: number;
  readonly failed: number;
  /** Titles of tests that are there but did not run: skipped, todo, or passed over for a focused one. */
  readonly skipped: readonly string[];
};

export type TestFailure = {
  /** From the root of the repository. */
  readonly file: string;
  /** Empty for a file that could not be set up. */
  readonly title: string;
  /** The first line of the reason. */
  readonly why: string;
};

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string().default(''),
      message: z.string().default(''),
      startTime: z.number().default(0),
      endTime: z.number().default(0),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
});

/** What vitest tells of one file; `name` is from the root of the repository. */
export type FileReport = z.infer<typeof reportSchema>['testResults'][number];

/**
 * Reads the report of vitest's `json` reporter.
 *
 * @param root folder from which files are named
 *
 * @returns undefined when there is no report, as when vitest could not start
 */
export function readReport(file: string, root: string): readonly FileReport[] | undefined {
  try {
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return testResults.map((report) => ({ ...report, name: relative(root, report.name) }));
  } catch {
    return undefined;
  }
}

export function countTests(reports: readonly FileReport[]): TestCounts {
  const tests = reports.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ file, fullName }) => `${file}: ${fullName}`),
  };
}

/** What failed: tests, and files that could not be set up. */
export function failuresOf(reports: readonly FileReport[]): TestFailure[] {
  return reports.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ file, title: '', why: firstLine(message) }];
    return failed.map(({ fullName: title, failureMessages }) => ({ file, title, why: firstLine(failureMessages?.[0] ?? '') }));
  });
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 300);
}
