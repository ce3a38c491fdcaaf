import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readEnv } from '../config/read-env.ts';
import { loadMasterKeys } from './load-master-keys.ts';
import { checkMasterKeySettings, masterKeyConfig, masterKeySettings, neededMasterKeySettings } from './master-key-settings.ts';

const text = Buffer.alloc(32, 7).toString('base64');
const key = new Uint8Array(32).fill(7);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

const schema = z.object(masterKeySettings).superRefine(checkMasterKeySettings);
const configOf = (env: Readonly<Record<string, string>>) => masterKeyConfig(readEnv(schema, env));

describe('master keys', () => {
  test('come from the environment or from files, and the one before is accepted too', async () => {
    const file = join(folder, 'key');
    await writeFile(file, `${text}\n`);
    expect(await loadMasterKeys(configOf({ CAIRN_MASTER_KEY: text }))).toEqual({ current: key, others: [] });
    expect(await loadMasterKeys(configOf({ CAIRN_MASTER_KEY_FILE: file }))).toEqual({ current: key, others: [] });
    const both = configOf({ CAIRN_MASTER_KEY: Buffer.alloc(32, 8).toString('base64'), CAIRN_MASTER_KEY_PREVIOUS_FILE: file });
    expect(await loadMasterKeys(both)).toEqual({ current: new Uint8Array(32).fill(8), others: [key] });
    expect(await loadMasterKeys(configOf({}), async () => key)).toEqual({ current: key, others: [] });
  });

  test.each([
    ['is missing', undefined, /^CAIRN_MASTER_KEY_FILE: .*ENOENT/],
    ['holds something else', 'hunter2', /^CAIRN_MASTER_KEY_FILE: .* does not hold 32 bytes/],
    ['is empty', ' \n', /^CAIRN_MASTER_KEY_FILE: .* is empty/],
    ['is not a secret', 'x'.repeat(10_000), /^CAIRN_MASTER_KEY_FILE: .* is longer than a secret/],
  ])('a file that %s is told by its setting, without what it holds', async (what, held, told) => {
    const file = join(folder, what);
    if (held !== undefined) await writeFile(file, held);
    const failure = await loadMasterKeys(configOf({ CAIRN_MASTER_KEY_FILE: file })).catch((error: Error) => error.message);
    expect(failure).toMatch(told);
    expect(failure).not.toMatch(/hunter2|xxx/);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['both a key and a file', { CAIRN_MASTER_KEY: text, CAIRN_MASTER_KEY_FILE: '/x' }, /^CAIRN_MASTER_KEY_FILE must not be set/],
    ['a wrapped key without a service', { CAIRN_MASTER_KEY: 'kms:vault:v1:abc' }, /^CAIRN_KMS_URL must be set when CAIRN_MASTER_KEY/],
    ['a service in clear elsewhere', { CAIRN_KMS_URL: 'http://vault.example/v1/transit' }, /^CAIRN_KMS_URL must be an https address/],
    ['what is no key', { CAIRN_MASTER_KEY_PREVIOUS: 'hunter2' }, /^CAIRN_MASTER_KEY_PREVIOUS must be 32 bytes/],
  ])('%s is refused', (_what, env, told) => {
    expect(() => configOf(env)).toThrow(told);
  });

  test('where there has to be a key it is asked for beside every other fault, unless a file is named', () => {
    const needed = (env: Record<string, string>) => readEnv(z.object({ ...neededMasterKeySettings(env), PORT: z.literal('1') }), env);
    expect(() => needed({})).toThrow(/^CAIRN_MASTER_KEY is not set/m);
    expect(() => needed({})).toThrow(/^PORT/m);
    expect(needed({ PORT: '1', CAIRN_MASTER_KEY_FILE: '/x' })).toMatchObject({ CAIRN_MASTER_KEY_FILE: '/x' });
  });
});
