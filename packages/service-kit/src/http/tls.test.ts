import { copyFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../testing/certificate.ts';
import { createLogger } from '../logging/logger.ts';
import { createHttp } from './create-http.ts';
import { loadTls } from './tls.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

const makePair = (name: string) => makeCertificate(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tls-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Seen {
  readonly status: number | undefined;
  readonly transport: string | undefined;
  readonly name: string;
}

function ask(port: number): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/healthz', rejectUnauthorized: false, agent: false }, (response) => {
      const { subject } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume();
      resolve({ status: response.statusCode, transport: response.headers['strict-transport-security'], name: String(subject.CN) });
    });
    asked.once('error', reject).end();
  });
}

test('a service with a certificate speaks TLS alone, with HSTS, and takes a renewed certificate without a restart', async () => {
  const files = await makePair('first');
  const logger = createLogger({ level: 'silent' });
  const app = createHttp({ logger, baseUrl: 'https://cairn.example', tls: await loadTls(files, 20) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  expect(await ask(port)).toEqual({ status: 200, transport: 'max-age=31536000', name: 'first' });
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  const renewed = await makePair('second');
  await copyFile(renewed.certFile, files.certFile);
  // Half of the pair: the certificate before goes on.
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await ask(port)).toMatchObject({ name: 'first' });
  await copyFile(renewed.keyFile, files.keyFile);
  await utimes(files.keyFile, new Date(), new Date(Date.now() + 1000));
  await expect.poll(async () => (await ask(port)).name, { timeout: 10_000 }).toBe('second');
  await app.close();
});

test.each([
  ['is not there', async () => ({ ...(await makePair('one')), certFile: at('nowhere') }), /^CAIRN_TLS_CERT_FILE: .*ENOENT/],
  [
    'belongs to another key',
    async () => ({ ...(await makePair('two')), keyFile: (await makePair('three')).keyFile }),
    /^CAIRN_TLS_CERT_FILE: .*belong/,
  ],
  [
    'is no PEM',
    async () => {
      const files = await makePair('four');
      await writeFile(files.keyFile, 'hunter2');
      return files;
    },
    /^CAIRN_TLS_CERT_FILE: .*no PEM/,
  ],
])('a certificate that %s stops the start with its setting', async (_what, make, told) => {
  const failure = await loadTls(await make()).catch((error: Error) => error.message);
  expect(failure).toMatch(told);
  expect(failure).not.toContain('hunter2');
});
