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

/** Reads what the pages load: the style, the images, and the scripts that their entries lead to. */
export async function readPageFiles(entries: readonly string[]): Promise<PageFiles> {
  const scripts = new Map<string, PageFile>();
  for (const entry of entries) await follow(entry, scripts);
  const files = [
    await readPageFile('style.css', 'text/css; charset=utf-8'),
    await readPageFile('icon.svg', 'image/svg+xml'),
    await readPageFile('chevron.svg', 'image/svg+xml'),
    ...scripts.values(),
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

/** Reads a script and all that it imports, unless they were read. Modules of types alone are imported by none once the types are gone. */
async function follow(name: string, read: Map<string, PageFile>): Promise<void> {
  if (read.has(name)) return;
  const script = browserScript(await readFile(new URL(name.replace(/\.js$/, '.ts'), folder), 'utf8'));
  read.set(name, { name, type: 'text/javascript; charset=utf-8', bytes: Buffer.from(script) });
  for (const path of importsOf(name, script)) await follow(path, read);
}

/** The scripts that one imports, by their names. */
const importsOf = (name: string, script: string): readonly string[] =>
  [...script.matchAll(imported)].map(([, path = '']) => posix.join(posix.dirname(name), path));

/** The names of a script and all that it leads to, in a fixed order. */
export function scriptsFrom(entry: string, files: readonly PageFile[]): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const script = files.find((file) => file.name === name)?.bytes.toString() ?? '';
    for (const path of importsOf(name, script)) visit(path);
  };
  visit(entry);
  return [...found];
}
