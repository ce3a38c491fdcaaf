import { fileFault, givenIn, plainFile, type Look } from '../config/look.ts';
import type { ConfigProblem, Environment } from '../config/read-env.ts';
import { keyTextIn, keyTextTakes } from './key-text.ts';
import { mostSecretBytes } from './secret-file.ts';

const keyFiles = ['CAIRN_MASTER_KEY_FILE', 'CAIRN_MASTER_KEY_PREVIOUS_FILE'] as const;

/** Looks at the files that master keys and the token of the key service are in: readable, and holding what they should. */
export const lookAtMasterKeys: Look = (env) => [
  ...keyFiles.flatMap((name) => lookAtSecret(env, name) ?? lookAtKey(env, name)),
  ...(lookAtSecret(env, 'CAIRN_KMS_TOKEN_FILE') ?? []),
];

/** Undefined when there is a secret, or nothing that could be looked at. */
function lookAtSecret(env: Environment, name: string): readonly ConfigProblem[] | undefined {
  const path = givenIn(env, name);
  if (path === undefined) return undefined;
  const fault = fileFault(path);
  if (fault !== undefined) return [{ name, takes: `must name a file that this user can read; ${fault}` }];
  return secretIn(path) === '' ? [{ name, takes: 'must name a file that is not empty' }] : undefined;
}

function lookAtKey(env: Environment, name: string): readonly ConfigProblem[] {
  const path = givenIn(env, name);
  const text = path === undefined ? undefined : secretIn(path);
  if (text === undefined) return [];
  const key = keyTextIn(text);
  if (key === undefined) return [{ name, takes: `must name a file with ${keyTextTakes}` }];
  const lacksService = key.kind === 'wrapped' && givenIn(env, 'CAIRN_KMS_URL') === undefined;
  return lacksService ? [{ name: 'CAIRN_KMS_URL', takes: `must be set when ${name} holds a wrapped key` }] : [];
}

const secretIn = (path: string): string | undefined => plainFile(path, mostSecretBytes)?.toString().trim();
