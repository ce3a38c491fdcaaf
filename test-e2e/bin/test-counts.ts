import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

export type TestCounts = {
  readonly passed: number;
  readonly failed: number;
  /** Titles of tests that are there but did not run: skipped, todo, or passed over for a focused one. */
  readonly skipped: readonly string[];
};

const reportSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

/**
 * Counts the tests in the report of vitest's `json` reporter.
 *
 * @param root folder from which files are named
 *
 * @returns undefined when there is no report, as when vitest could not start
 */
export function readTestCounts(file: string, root: string): TestCounts | undefined {
  let report: z.infer<typeof reportSchema>;
  try {
    report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
  const tests = report.testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length,
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ file: path, fullName }) => `${relative(root, path)}: ${fullName}`),
  };
}
