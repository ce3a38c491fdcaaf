import { z } from 'zod';
import { envFields } from '../config/env-fields.ts';
import type { KeyText } from './key-text.ts';
import { keyTextIn, keyTextTakes } from './key-text.ts';

/** A master key as it is given, or the file that holds it. */
export type KeySource = KeyText | { readonly kind: 'file'; readonly path: string; readonly setting: string };

/** Where the master keys of a process come from. */
export interface MasterKeyConfig {
  /** Undefined where one may be made. */
  readonly current: KeySource | undefined;
  /** Also accepted, while one takes another's place. */
  readonly previous: KeySource | undefined;
  /** Turns wrapped keys back. */
  readonly kms: KmsConfig | undefined;
}

export interface KmsConfig {
  readonly url: string;
  readonly key: string;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
}

const keyField = z
  .string()
  .transform((text, context): KeyText => {
    const value = keyTextIn(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  })
  .describe(keyTextTakes);

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

/** A key travels by it: in clear within this machine only. */
const kmsUrl = envFields.webUrl
  .refine((text) => !text.startsWith('http:') || isLoopback(new URL(text).hostname))
  .describe('an https address (http on this machine only), such as https://vault.example.com:8200/v1/transit');

/** The settings of master keys, which every process reads alike; spread them into the schema that `readEnv` takes. */
export const masterKeySettings = {
  CAIRN_MASTER_KEY: keyField.optional(),
  CAIRN_MASTER_KEY_FILE: envFields.text.optional(),
  CAIRN_MASTER_KEY_PREVIOUS: keyField.optional(),
  CAIRN_MASTER_KEY_PREVIOUS_FILE: envFields.text.optional(),
  CAIRN_KMS_URL: kmsUrl.optional(),
  CAIRN_KMS_KEY: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,128}$/)
    .default('cairn')
    .describe('the name of a key: 1 to 128 letters, digits, dots, hyphens and underscores'),
  CAIRN_KMS_TOKEN: envFields.text.optional(),
  CAIRN_KMS_TOKEN_FILE: envFields.text.optional(),
} as const;

/** The same where there has to be one: CAIRN_MASTER_KEY is asked for unless a file is named. */
export const neededMasterKeySettings = (env: Readonly<Record<string, string | undefined>>) => ({
  ...masterKeySettings,
  CAIRN_MASTER_KEY: (env['CAIRN_MASTER_KEY_FILE'] ?? '').trim() === '' ? keyField : keyField.optional(),
});

interface Given {
  readonly CAIRN_MASTER_KEY?: KeyText | undefined;
  readonly CAIRN_MASTER_KEY_FILE?: string | undefined;
  readonly CAIRN_MASTER_KEY_PREVIOUS?: KeyText | undefined;
  readonly CAIRN_MASTER_KEY_PREVIOUS_FILE?: string | undefined;
  readonly CAIRN_KMS_URL?: string | undefined;
  readonly CAIRN_KMS_KEY: string;
  readonly CAIRN_KMS_TOKEN?: string | undefined;
  readonly CAIRN_KMS_TOKEN_FILE?: string | undefined;
}

/** The rules across these settings; give it to `superRefine`. */
export function checkMasterKeySettings(given: Given, context: z.RefinementCtx): void {
  const refuse = (name: keyof Given, message: string): void => context.addIssue({ code: 'custom', path: [name], message });
  for (const name of ['CAIRN_MASTER_KEY', 'CAIRN_MASTER_KEY_PREVIOUS', 'CAIRN_KMS_TOKEN'] as const) {
    const file = `${name}_FILE` as const;
    if (given[name] !== undefined && given[file] !== undefined) refuse(file, `must not be set when ${name} is: one of the two holds`);
  }
  const wrapped = (['CAIRN_MASTER_KEY', 'CAIRN_MASTER_KEY_PREVIOUS'] as const).find((name) => given[name]?.kind === 'wrapped');
  if (wrapped && given.CAIRN_KMS_URL === undefined) refuse('CAIRN_KMS_URL', `must be set when ${wrapped} is a wrapped key`);
}

export function masterKeyConfig(given: Given): MasterKeyConfig {
  const url = given.CAIRN_KMS_URL;
  return {
    current: sourceOf(given, 'CAIRN_MASTER_KEY'),
    previous: sourceOf(given, 'CAIRN_MASTER_KEY_PREVIOUS'),
    kms:
      url === undefined
        ? undefined
        : { url, key: given.CAIRN_KMS_KEY, token: given.CAIRN_KMS_TOKEN, tokenFile: given.CAIRN_KMS_TOKEN_FILE },
  };
}

function sourceOf(given: Given, name: 'CAIRN_MASTER_KEY' | 'CAIRN_MASTER_KEY_PREVIOUS'): KeySource | undefined {
  const setting = `${name}_FILE` as const;
  const path = given[setting];
  return given[name] ?? (path === undefined ? undefined : { kind: 'file', path, setting });
}
