import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPages } from './page.ts';
import { writeStatic } from './write-static.ts';

const addresses = { baseUrl: 'https://api.example.org', appUrl: 'https://app.example.com' };

test('a build is what the service serves, with a list of the headers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-consent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const written = await writeStatic(folder, addresses);
  const { documents, assets } = await createPages(addresses);
  const pages = documents.map(({ path }) => `${path.slice(1)}/index.html`);
  expect(pages).toEqual(['oauth/consent/index.html', 'invitation/index.html']);
  expect(written).toEqual([...pages, ...assets.map(({ path }) => path.slice(1)), '_headers']);
  for (const [at, name] of pages.entries()) expect(await readFile(join(folder, name))).toEqual(documents[at]?.bytes);
  for (const { path, bytes } of assets) expect(await readFile(join(folder, path))).toEqual(bytes);

  const blocks = (await readFile(join(folder, '_headers'), 'utf8')).split('\n\n');
  expect(blocks.map((block) => block.split('\n', 1)[0])).toEqual([
    '/oauth/consent',
    '/oauth/consent/',
    '/oauth/consent/index.html',
    '/invitation',
    '/invitation/',
    '/invitation/index.html',
    '/oauth/consent/assets/*',
  ]);
  for (const block of blocks.slice(0, -1)) {
    expect(block).toContain(`\n  content-security-policy: ${documents[0]?.headers['content-security-policy']}\n`);
  }
  expect(blocks.at(-1)).toContain('\n  cache-control: public, max-age=31536000, immutable');
});

test('with a path in the address of the pages, the list of the headers names them as the site does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-consent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const written = await writeStatic(folder, { ...addresses, appUrl: 'https://app.example.com/cairn/' });
  expect(written).toContain('oauth/consent/index.html');
  const blocks = (await readFile(join(folder, '_headers'), 'utf8')).split('\n\n');
  const paths = blocks.map((block) => block.split('\n', 1)[0]);
  expect(paths).toEqual(expect.arrayContaining(['/cairn/oauth/consent', '/cairn/invitation/', '/cairn/oauth/consent/assets/*']));
  expect(paths.filter((path) => !path?.startsWith('/cairn/'))).toEqual([]);
});
