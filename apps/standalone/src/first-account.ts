import { randomBytes } from 'node:crypto';
import { createApiKeySecret, keySecretOf, type BootstrapRepository, type PasswordHasher } from '@cairn/auth';
import type { Config } from './config.ts';

/** The first account as it is shown, once. What the operator set is not shown again. */
export interface FirstAccount {
  readonly email: string;
  /** Absent when the operator set it. */
  readonly password?: string;
  readonly apiKey?: string;
}

/** Makes account, workspace, project and key in an empty database; undefined in any other. */
export async function createFirstAccount(
  deps: { bootstrap: BootstrapRepository; passwords: PasswordHasher },
  given: Config['firstAccount'],
): Promise<FirstAccount | undefined> {
  const email = given.email ?? 'owner@cairn.local';
  const password = given.password ?? randomBytes(15).toString('base64url');
  const apiKey = given.apiKey ?? createApiKeySecret().secret;
  const isFirst = await deps.bootstrap.bootstrap(async () => ({
    email,
    passwordVerifier: await deps.passwords.hash(password),
    key: keySecretOf(apiKey),
  }));
  if (!isFirst) return undefined;
  return { email, ...(given.password ? {} : { password }), ...(given.apiKey ? {} : { apiKey }) };
}
