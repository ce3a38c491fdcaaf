import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redisKinds, redisPrograms } from './redis-kinds.ts';
import { findSource } from './source.ts';

/** A suite that can't run, and what it lacks. */
export type SuiteWithout = { readonly file: string; readonly needs: readonly string[] };

type Need = {
  readonly name: string;
  /** What a suite that has this need names somewhere in its text. */
  readonly sign: RegExp;
  isMet(environment: NodeJS.ProcessEnv): boolean;
};

const NEEDS: readonly Need[] = [
  { name: 'Postgres', sign: /\bCAIRN_TEST_DATABASE_URL\b/, isMet: (environment) => Boolean(environment['CAIRN_TEST_DATABASE_URL']) },
  { name: 'Redis', sign: /\bCAIRN_TEST_REDIS_URL\b/, isMet: (environment) => Boolean(environment['CAIRN_TEST_REDIS_URL']) },
  { name: 'a Postgres of its own', sign: /\bstartPostgres\b|\bCAIRN_TEST_POSTGRES_BIN\b/, isMet: canStartServers },
  { name: 'a Redis of its own', sign: /\bstartRedis\b|\bCAIRN_TEST_REDIS_BIN\b/, isMet: canStartServers },
  { name: 'a Redis of every kind', sign: /\bredisKinds\b/, isMet: canStartEveryRedis },
  { name: 'a browser', sign: /\bCAIRN_TEST_CHROMIUM\b/, isMet: hasBrowser },
];

/**
 * The suites that can't run in the environment. A suite tells what it needs by naming the variable (or the function) that it gets it
 * from; one that reads it through another file names it in a comment at its top.
 *
 * @param root folder of the repository
 * @param patterns where suites are, as globs from the root
 */
export function suitesWithout(root: string, patterns: readonly string[], environment: NodeJS.ProcessEnv): SuiteWithout[] {
  const unmet = NEEDS.filter((need) => !need.isMet(environment));
  const files = globSync([...patterns], { cwd: root, exclude: (path) => path.includes('node_modules') }).toSorted();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const needs = unmet.filter(({ sign }) => sign.test(text)).map(({ name }) => name);
    return needs.length === 0 ? [] : [{ file, needs }];
  });
}

function canStartServers(environment: NodeJS.ProcessEnv): boolean {
  return findSource(environment) !== undefined;
}

function canStartEveryRedis(environment: NodeJS.ProcessEnv): boolean {
  const source = findSource(environment);
  return source?.kind === 'docker' || (source !== undefined && redisKinds.every((kind) => environment[redisPrograms[kind].variable]));
}

/** The one from npm is for Linux on this processor; another can be named. */
function hasBrowser(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['CAIRN_TEST_CHROMIUM']) || (process.platform === 'linux' && process.arch === 'x64');
}
