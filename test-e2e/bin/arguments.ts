export type RunArguments = {
  /** Whether a suite that can't run for want of a service fails the run. */
  readonly requireServices: boolean;
  /** What vitest gets; with any of it, only vitest runs. */
  readonly forVitest: readonly string[];
};

/**
 * Reads the command line of `npm test -- …`. `--require-services` is ours, and in CI it is always on; all else is vitest's.
 */
export function parseArguments(args: readonly string[], environment: NodeJS.ProcessEnv): RunArguments {
  const forVitest = args.filter((argument) => argument !== '--require-services');
  const inCi = environment['CI'] !== undefined && environment['CI'] !== '' && environment['CI'] !== 'false';
  return { requireServices: inCi || forVitest.length < args.length, forVitest };
}

/** Whether vitest is told to run only some tests of a file, and so skips the others on purpose. */
export function selectsTestsByName(forVitest: readonly string[]): boolean {
  return forVitest.some((argument) => /^(-t|--testNamePattern)(=|$)/.test(argument));
}
