import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { browserScript } from './browser-script.ts';

/** A file that the page loads. */
export interface PageFile {
  /** Its path below the folder of them all. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface PageFiles {
  readonly files: readonly PageFile[];
  /** Changes with any of them; names the folder, so that they can be kept for good and still find each other. */
  readonly digest: string;
}

/** The browser's part of this package. It is there as source in a checkout and in an installed package alike. */
const folder = new URL('../src/page/', import.meta.url);

/** Reads what the page loads: the style, the images, and the scripts that `main.ts` leads to. */
export async function readPageFiles(): Promise<PageFiles> {
  const files = [
    await readPageFile('style.css', 'text/css; charset=utf-8'),
    await readPageFile('icon.svg', 'image/svg+xml'),
    await readPageFile('chevron.svg', 'image/svg+xml'),
    ...(await readScripts('main.js')),
  ];
  const hash = createHash('sha256');
  for (const { name, bytes } of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  return { files, digest: hash.digest('base64url').slice(0, 16) };
}

async function readPageFile(name: string, type: string): Promise<PageFile> {
  return { name, type, bytes: await readFile(new URL(name, folder)) };
}

/** An import of another script of the page. */
const imported = /^(?:import |.*\bfrom )'(\.{1,2}\/[\w./-]+\.js)';$/gm;

/** The script and all that it imports, in a fixed order. Modules of types alone are imported by none once the types are gone. */
async function readScripts(entry: string): Promise<readonly PageFile[]> {
  const read = new Map<string, PageFile>();
  const follow = async (name: string): Promise<void> => {
    if (read.has(name)) return;
    const script = browserScript(await readFile(new URL(name.replace(/\.js$/, '.ts'), folder), 'utf8'));
    read.set(name, { name, type: 'text/javascript; charset=utf-8', bytes: Buffer.from(script) });
    for (const [, path = ''] of script.matchAll(imported)) await follow(posix.join(posix.dirname(name), path));
  };
  await follow(entry);
  return [...read.values()];
}
