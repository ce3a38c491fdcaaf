import { failureOf, runScript, scripts } from './run-script.ts';

export interface SuiteRun {
  /** Checks that passed, in scored scenarios and in others. */
  readonly passed: number;
  /** Empty when every scored scenario passed, or failed as it was expected to; else all that was printed. */
  readonly failure: string;
}

/** Runs the conformance suite against a server; `args` as its command line takes them. */
export async function runSuite(url: string, args: readonly string[]): Promise<SuiteRun> {
  const run = await runScript(scripts.conformance, ['server', '--url', url, ...args]);
  const [, passed] = /(?:Total|Passed): (\d+)/.exec(run.stdout) ?? [];
  return { passed: Number(passed), failure: failureOf(run) };
}
