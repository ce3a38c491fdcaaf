import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPage } from './page.ts';
import { writeStatic } from './write-static.ts';

const addresses = { baseUrl: 'https://api.example.org', appUrl: 'https://app.example.com' };

test('a build is what the service serves, with a list of the headers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-consent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const written = await writeStatic(folder, addresses);
  const [document, ...assets] = await createPage(addresses);
  expect(written).toEqual(['oauth/consent/index.html', ...assets.map(({ path }) => path.slice(1)), '_headers']);
  expect(await readFile(join(folder, 'oauth/consent/index.html'))).toEqual(document.bytes);
  for (const { path, bytes } of assets) expect(await readFile(join(folder, path))).toEqual(bytes);

  const blocks = (await readFile(join(folder, '_headers'), 'utf8')).split('\n\n');
  expect(blocks.map((block) => block.split('\n', 1)[0])).toEqual([
    '/oauth/consent',
    '/oauth/consent/',
    '/oauth/consent/index.html',
    '/oauth/consent/assets/*',
  ]);
  expect(blocks[0]).toContain(`\n  content-security-policy: ${document.headers['content-security-policy']}\n`);
  expect(blocks[3]).toContain('\n  cache-control: public, max-age=31536000, immutable');
});
