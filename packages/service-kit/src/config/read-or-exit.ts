import { ConfigError } from './read-env.ts';

/** The settings, or the end of the process (exit code 1) with one line on stderr for each bad or missing one. */
export function readOrExit<Config>(load: () => Config): Config {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
