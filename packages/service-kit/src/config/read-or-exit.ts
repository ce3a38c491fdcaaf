import type { Look } from './look.ts';
import { misspeltSettings } from './misspelt.ts';
import { ConfigError } from './read-env.ts';
import type { ConfigProblem, Environment } from './read-env.ts';

/**
 * The settings, or the end of the process (exit code 1) with one line on stderr for each bad or missing one: those that `load` refuses and
 * those that `looks` find, at once. A name that looks like a setting and is none gets a line too, and stops nothing.
 */
export function readOrExit<Config>(load: (env: Environment) => Config, env: Environment, looks: readonly Look[] = []): Config {
  tell(misspeltSettings(env));
  const loaded = attempt(() => load(env));
  const found = looks.flatMap((look) => look(env));
  if ('config' in loaded && found.length === 0) return loaded.config;
  tell(linesOf([...('config' in loaded ? [] : loaded.problems), ...found]));
  return process.exit(1);
}

function attempt<Config>(load: () => Config): { readonly config: Config } | { readonly problems: readonly ConfigProblem[] } {
  try {
    return { config: load() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: error.problems };
  }
}

/** One for each setting: what is wrong with the variable itself comes before what it names. */
function linesOf(problems: readonly ConfigProblem[]): readonly string[] {
  const byName = new Map(problems.toReversed().map(({ name, takes }) => [name, takes]));
  return [...new Set(problems.map(({ name }) => name))].map((name) => `${name} ${byName.get(name)}`);
}

function tell(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}
