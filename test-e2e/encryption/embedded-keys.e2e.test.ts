import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createStoreFolder } from '@cairn/test-kit';
import { expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import { runProduct, startProduct } from '../product/start-product.ts';
import { command } from './command.ts';

test('the single process takes another master key, wrapped by a key service, and a data key of a project is replaced under it', async () => {
  const folder = await createStoreFolder();
  const service = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.once('end', () => {
      const { plaintext = '', ciphertext = '' } = JSON.parse(text) as { readonly plaintext?: string; readonly ciphertext?: string };
      const turned = Buffer.from(Buffer.from(plaintext || ciphertext, 'base64').map((byte) => byte ^ 0x5a)).toString('base64');
      response.end(JSON.stringify({ data: request.url?.includes('/encrypt/') ? { ciphertext: turned } : { plaintext: turned } }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = { CAIRN_KMS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/transit` };
  const wrapped = (await command('wrap-master-key', { ...address, CAIRN_DATA_DIR: folder.path })).trim();
  expect(wrapped).toMatch(/^kms:[A-Za-z0-9+/]{43}=$/);
  const kms = { ...address, CAIRN_MASTER_KEY: wrapped };

  const first = await startProduct({ dataDir: folder.path });
  const { account } = first;
  expect((await callerFor(first.baseUrl, account.apiKey).tool('save_memory', { content: 'kept' })).status).toBe(200);
  await first.stop();
  const masterFile = join(folder.path, 'master.key');
  const before = await readFile(masterFile, 'utf8');

  const changing = await startProduct({ dataDir: folder.path, account, env: { ...kms, CAIRN_MASTER_KEY_PREVIOUS_FILE: masterFile } });
  await changing.stop();
  const second = await startProduct({ dataDir: folder.path, account, env: kms });
  const person = await signIn(second);
  const key = `/v1/projects/${person.firstProjectId}/key`;
  const session = person.in(person.firstProjectId);
  expect((await session.rest('POST', `${key}/rotate`)).body).toMatchObject({ version: 2, status: 'replacing' });
  const caller = callerFor(second.baseUrl, account.apiKey);
  await caller.tool('save_memory', { content: 'kept too' });
  const contents = async () =>
    (await caller.tool('get_memories', {})).body.result.memories.map(({ content }: { content: string }) => content);
  expect(await contents()).toEqual(['kept too', 'kept']);
  await second.stop();

  expect(await readFile(masterFile, 'utf8')).toBe(before);
  const refused = await runProduct({ CAIRN_DATA_DIR: folder.path, CAIRN_EMBEDDING_MODEL: 'none' });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('master key')]);
  await folder.remove();
  service.closeAllConnections();
  service.close();
});
