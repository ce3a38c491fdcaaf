import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assetsPath, createDashboard, documentPaths } from './page.ts';
import { assetHeaders, notFoundPage } from '@cairn/service-kit';
import type { PageAddresses } from '@cairn/service-kit';

/**
 * Writes the dashboard into `folder`, which stands for the root of `appUrl`: the document, what it loads, `_headers` with the headers by
 * path, `_redirects` with the paths that the document answers, and `404.html` for all others, in the form that several static hosts read.
 * Files of an earlier build stay, so that pages that are open keep working.
 *
 * @returns the paths written, below the folder
 */
export async function writeStatic(folder: string, addresses: PageAddresses): Promise<readonly string[]> {
  const { document, assets } = await createDashboard(addresses);
  const files = [
    { name: 'index.html', bytes: document.bytes },
    ...assets.map(({ path, bytes }) => ({ name: path.slice(1), bytes })),
    { name: '404.html', bytes: Buffer.from(notFoundPage(addresses.appUrl).html) },
    { name: '_headers', bytes: Buffer.from(headersFile(document.headers)) },
    { name: '_redirects', bytes: Buffer.from(redirectsFile()) },
  ];
  for (const { name, bytes } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return files.map(({ name }) => name);
}

function headersFile(headers: Readonly<Record<string, string>>): string {
  const documents = [...documentPaths, '/index.html'].map((path) => block(path, headers));
  return [...documents, block(`${assetsPath}/*`, assetHeaders)].join('\n');
}

/** The type is left to the host, which tells it by the name. */
function block(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return `${path}\n${lines.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
}

const redirectsFile = (): string =>
  documentPaths
    .filter((path) => path !== '/')
    .map((path) => `${path} /index.html 200\n`)
    .join('');
