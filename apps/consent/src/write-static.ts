import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createPage, pagePath, type ServedFile } from './page.ts';
import type { PageAddresses } from './page-headers.ts';

/**
 * Writes the page into `folder`, which stands for the root of `appUrl`, and `_headers` beside it: the headers by path, in the form that
 * several static hosts read. Files of an earlier build stay, so that pages that are open keep working.
 *
 * @returns the paths written, below the folder
 */
export async function writeStatic(folder: string, addresses: PageAddresses): Promise<readonly string[]> {
  const page = await createPage(addresses);
  const [document, ...assets] = page;
  const files = [
    { name: `${pagePath.slice(1)}/index.html`, bytes: document.bytes },
    ...assets.map(({ path, bytes }) => ({ name: path.slice(1), bytes })),
    { name: '_headers', bytes: Buffer.from(headersFile(document, assets)) },
  ];
  for (const { name, bytes } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return files.map(({ name }) => name);
}

function headersFile(document: ServedFile, assets: readonly ServedFile[]): string {
  const [asset] = assets;
  return [
    ...[pagePath, `${pagePath}/`, `${pagePath}/index.html`].map((path) => block(path, document.headers)),
    ...(asset ? [block(`${pagePath}/assets/*`, asset.headers)] : []),
  ].join('\n');
}

/** The type is left to the host, which tells it by the name. */
function block(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return `${path}\n${lines.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
}
