import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assetHeaders } from '@cairn/service-kit';
import type { PageAddresses, ServedFile } from '@cairn/service-kit';
import { assetsPath, createPages } from './page.ts';

/**
 * Writes the pages into `folder`, which stands for the root of `appUrl`, and `_headers` beside them: the headers by path, in the form
 * that several static hosts read, from the root of the site. Files of an earlier build stay, so that pages that are open keep working.
 *
 * @returns the paths written, below the folder
 */
export async function writeStatic(folder: string, addresses: PageAddresses): Promise<readonly string[]> {
  const { documents, assets } = await createPages(addresses);
  const files = [
    ...documents.map(({ path, bytes }) => ({ name: `${path.slice(1)}/index.html`, bytes })),
    ...assets.map(({ path, bytes }) => ({ name: path.slice(1), bytes })),
    { name: '_headers', bytes: Buffer.from(headersFile(documents, new URL(addresses.appUrl).pathname.replace(/\/$/, ''))) },
  ];
  for (const { name, bytes } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return files.map(({ name }) => name);
}

function headersFile(documents: readonly ServedFile[], prefix: string): string {
  const pages = documents.flatMap(({ path, headers }) =>
    [path, `${path}/`, `${path}/index.html`].map((address) => block(prefix + address, headers)),
  );
  return [...pages, block(`${prefix}${assetsPath}/*`, assetHeaders)].join('\n');
}

/** The type is left to the host, which tells it by the name. */
function block(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return `${path}\n${lines.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
}
