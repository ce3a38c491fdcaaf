import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeStatic } from './write-static.ts';

test('a static host finds the document, what it loads, and by which headers and paths to serve them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-dashboard-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const written = await writeStatic(folder, { baseUrl: 'https://api.example.org', appUrl: 'https://app.example.com' });
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  for (const [, link = ''] of html.matchAll(/(?:href|src)="\/([^"]+)"/g)) expect(written).toContain(link);
  const headers = await readFile(join(folder, '_headers'), 'utf8');
  expect(headers).toMatch(/^\/projects\/\*\n {2}content-security-policy: default-src 'none'; script-src 'self';/m);
  expect(headers).toMatch(/^\/dashboard\/assets\/\*\n(?: {2}.*\n)* {2}cache-control: public, max-age=31536000, immutable$/m);
  expect(await readFile(join(folder, '_redirects'), 'utf8')).toContain('/projects/* /index.html 200\n');
  expect(await readFile(join(folder, '404.html'), 'utf8')).toContain('<a href="https://app.example.com/">');
});
