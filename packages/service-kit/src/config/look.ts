import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { ConfigProblem, Environment } from './read-env.ts';

/** What only this machine can tell of settings: whether what they name is there, can be read or may be written to. Makes nothing. */
export type Look = (env: Environment) => readonly ConfigProblem[];

/** As `readEnv` and `envFields.text` take it: undefined when it is blank. */
export const givenIn = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

/**
 * Looks at the folder that a setting names, or at `fallback` where it is not set: this user has to be able to write to it, or to make it.
 */
export const lookAtFolder =
  (name: string, fallback?: string): Look =>
  (env) => {
    const given = givenIn(env, name) ?? fallback;
    const fault = given === undefined ? undefined : folderFault(resolve(given));
    return fault === undefined ? [] : [{ name, takes: `must name a folder that this user may write to; ${fault}` }];
  };

const { R_OK, W_OK, X_OK } = constants;

function folderFault(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return `${path} is none`;
    accessSync(path, R_OK | W_OK | X_OK);
    return undefined;
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' && dirname(path) !== path;
    return isMissing ? folderFault(dirname(path)) : `${path}: ${reasonOf(error)}`;
  }
}

/** Why a file cannot be read, or undefined. Never its name, in whose place people put secrets too. */
export function fileFault(path: string): string | undefined {
  try {
    accessSync(path, R_OK);
    return statSync(path).isDirectory() ? 'it is a folder' : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** What is in a file, at most `mostBytes`; undefined for what is no plain file and can be read but once, such as a pipe, or for a larger one. */
export function plainFile(path: string, mostBytes: number): Buffer | undefined {
  const state = statSync(path);
  return state.isFile() && state.size <= mostBytes ? readFileSync(path) : undefined;
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

function reasonOf(error: unknown): string {
  const { errno } = error as NodeJS.ErrnoException;
  return errno === undefined ? 'it cannot be opened' : getSystemErrorMessage(errno);
}
