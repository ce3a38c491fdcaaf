import type { CommandResult } from './run-command.ts';

/** A check over the whole repository that is not a test. */
export type Gate = { readonly name: string; readonly commands: readonly (readonly [string, ...string[]])[] };

export type GateResult = { readonly name: string; readonly passed: boolean; readonly seconds: number };

/** All gates, the fast ones first. Each command is a program of the root's devDependencies. */
const gates: readonly Gate[] = [
  { name: 'format', commands: [['oxfmt', '--check', '.']] },
  { name: 'lint', commands: [['oxlint', '--type-aware', '--deny-warnings']] },
  { name: 'boundaries', commands: [['turbo', 'boundaries']] },
  { name: 'unused code', commands: [['knip'], ['knip', '--production']] },
  { name: 'types', commands: [['tsc', '-b', 'test-e2e']] },
];

/**
 * Runs the gates one after the other, each to its end, so that one run tells all that is wrong.
 *
 * @param run runs one command of a gate
 * @param print gets the output of commands that failed
 */
export async function runGates(
  run: (command: Gate['commands'][number]) => Promise<CommandResult>,
  print: (text: string) => void,
): Promise<GateResult[]> {
  const results: GateResult[] = [];
  for (const { name, commands } of gates) {
    let passed = true;
    let seconds = 0;
    for (const command of commands) {
      const result = await run(command);
      seconds += result.seconds;
      if (result.code === 0) continue;
      passed = false;
      print(`\n--- ${name}: ${command.join(' ')}\n${result.output}`);
    }
    results.push({ name, passed, seconds });
  }
  return results;
}
