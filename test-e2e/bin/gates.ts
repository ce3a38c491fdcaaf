import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CommandResult } from './run-command.ts';

export type GateResult = { readonly name: string; readonly passed: boolean; readonly seconds: number };

/**
 * The checks over the whole repository that are no tests, and the script of the root's package.json of each. Types come before
 * lint, whose rules about types read what the build declared.
 */
const gates = [
  { name: 'format', script: 'format:check' },
  { name: 'types', script: 'build' },
  { name: 'lint', script: 'lint' },
  { name: 'boundaries', script: 'boundaries' },
  { name: 'unused code', script: 'knip' },
  // What it says is shown in any case: a registry that could not be asked must not pass for a good answer.
  { name: 'dependencies', script: 'audit:dependencies', isTold: true },
] as const satisfies readonly { readonly name: string; readonly script: string; readonly isTold?: boolean }[];

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/**
 * Runs the gates one after the other, each to its end, so that one run tells all that is wrong.
 *
 * @param root folder of the repository
 * @param run runs one line of shell
 * @param print gets the output of gates that failed
 */
export async function runGates(
  root: string,
  run: (line: string) => Promise<CommandResult>,
  print: (text: string) => void,
): Promise<GateResult[]> {
  const { scripts } = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const results: GateResult[] = [];
  for (const gate of gates) {
    const { name, script } = gate;
    const line = scripts[script];
    if (line === undefined) throw new Error(`package.json has no script ${script}`);
    const { code, seconds, output } = await run(line);
    if (code !== 0 || 'isTold' in gate) print(`\n--- ${name}: ${line}\n${output}`);
    results.push({ name, passed: code === 0, seconds });
  }
  return results;
}
