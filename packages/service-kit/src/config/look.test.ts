import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAtCertificate } from '../http/look-at-certificate.ts';
import { lookAtMasterKeys } from '../master-key/look-at-master-keys.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { lookAtFolder } from './look.ts';
import type { ConfigProblem } from './read-env.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-look-'));
  await writeFile(at('file'), 'hunter2');
  await writeFile(at('empty'), ' \n');
  await mkdir(at('folder'));
});
afterAll(() => rm(folder, { recursive: true }));

const lines = (problems: readonly ConfigProblem[]): readonly string[] => problems.map(({ name, takes }) => `${name} ${takes}`);

describe('a folder', () => {
  const look = lookAtFolder('CAIRN_AUDIT_DIR');

  it('is fine when it is there, can be made or is not asked for, and is not made', async () => {
    for (const path of [at('folder'), at('folder/a/b'), '', undefined]) expect(look({ CAIRN_AUDIT_DIR: path })).toEqual([]);
    expect(await readdir(at('folder'))).toEqual([]);
  });

  it.each(['file', 'file/below'])('cannot be %s', (name) => {
    expect(lines(look({ CAIRN_AUDIT_DIR: at(name) }))).toEqual([
      expect.stringMatching(/^CAIRN_AUDIT_DIR must name a folder that this user may write to; .*file/),
    ]);
  });

  it('has a place where it is not set, if it needs one', () => {
    expect(lines(lookAtFolder('CAIRN_DATA_DIR', at('file'))({}))).toEqual([expect.stringMatching(/^CAIRN_DATA_DIR .*file is none$/)]);
  });
});

// The superuser of a machine may write everywhere.
it('a folder that this user may not write to is told', async () => {
  await mkdir(at('closed'));
  await chmod(at('closed'), 0o500);
  const told = lookAtFolder('CAIRN_AUDIT_DIR')({ CAIRN_AUDIT_DIR: at('closed/inner') });
  expect(lines(told)).toEqual(process.getuid?.() === 0 ? [] : [expect.stringMatching(/closed: permission denied$/)]);
});

describe('files of secrets', () => {
  it('are told when they are missing, folders, empty or hold something else, without their names', async () => {
    await writeFile(at('wrapped'), 'kms:vault:v1:abc');
    const told = (path: string) => lines(lookAtMasterKeys({ CAIRN_MASTER_KEY_FILE: path }));
    expect(told(at('hunter2'))).toEqual(['CAIRN_MASTER_KEY_FILE must name a file that this user can read; no such file or directory']);
    expect(told(at('folder'))).toEqual(['CAIRN_MASTER_KEY_FILE must name a file that this user can read; it is a folder']);
    expect(told(at('empty'))).toEqual(['CAIRN_MASTER_KEY_FILE must name a file that is not empty']);
    expect(told(at('file'))).toEqual([expect.stringMatching(/^CAIRN_MASTER_KEY_FILE must name a file with 32 bytes in base64/)]);
    expect(told(at('wrapped'))).toEqual(['CAIRN_KMS_URL must be set when CAIRN_MASTER_KEY_FILE holds a wrapped key']);
    expect(told('\0')).toEqual([expect.stringMatching(/^CAIRN_MASTER_KEY_FILE must name a file/)]);
  });

  it('are all looked at, and fine when they hold what they should', async () => {
    await writeFile(at('key'), `${randomBytes(32).toString('base64')}\n`);
    const missing = { CAIRN_MASTER_KEY_FILE: at('a'), CAIRN_MASTER_KEY_PREVIOUS_FILE: at('b'), CAIRN_KMS_TOKEN_FILE: at('c') };
    expect(lookAtMasterKeys(missing).map(({ name }) => name)).toEqual(Object.keys(missing));
    const fine = { CAIRN_MASTER_KEY_FILE: at('key'), CAIRN_MASTER_KEY_PREVIOUS_FILE: at('key'), CAIRN_KMS_TOKEN_FILE: at('file') };
    expect(lookAtMasterKeys(fine)).toEqual([]);
    // What can be read but once is left to whoever needs it.
    expect(lookAtMasterKeys({ CAIRN_MASTER_KEY_FILE: '/dev/null' })).toEqual([]);
  });
});

describe("a service's own certificate", () => {
  it('is told when a file is missing, both when both are', async () => {
    const { certFile } = await makeCertificate(folder, 'lone');
    const told = (env: object) => lookAtCertificate({ ...env }).map(({ name }) => name);
    expect(told({ CAIRN_TLS_CERT_FILE: certFile, CAIRN_TLS_KEY_FILE: at('none') })).toEqual(['CAIRN_TLS_KEY_FILE']);
    expect(told({ CAIRN_TLS_CERT_FILE: at('none'), CAIRN_TLS_KEY_FILE: at('none') })).toEqual([
      'CAIRN_TLS_CERT_FILE',
      'CAIRN_TLS_KEY_FILE',
    ]);
    expect(told({ CAIRN_TLS_CERT_FILE: at('none') })).toEqual(['CAIRN_TLS_CERT_FILE']);
  });

  it('is told when it is no PEM or its key is another one', async () => {
    const [one, two] = [await makeCertificate(folder, 'one'), await makeCertificate(folder, 'two')];
    const told = (certFile: string, keyFile: string) =>
      lines(lookAtCertificate({ CAIRN_TLS_CERT_FILE: certFile, CAIRN_TLS_KEY_FILE: keyFile }));
    expect(told(one.certFile, one.keyFile)).toEqual([]);
    const line = 'CAIRN_TLS_CERT_FILE must name a certificate in PEM, and CAIRN_TLS_KEY_FILE the key that belongs to it';
    expect(told(one.certFile, two.keyFile)).toEqual([line]);
    expect(told(at('file'), one.keyFile)).toEqual([line]);
  });
});
