import { execFile } from 'node:child_process';
import { lstat, mkdir, open, readdir, realpath, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ELF = '\x7fELF';
const UNPACK =
  'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --keep-directory-symlink --no-same-owner --exclude=./usr/share/doc --exclude=./usr/share/man --exclude=./usr/share/locale';

type Layout = { readonly libraries: string; readonly loader: string };

const LAYOUTS: Readonly<Record<string, Layout>> = {
  x64: { libraries: 'usr/lib/x86_64-linux-gnu', loader: 'usr/lib64/ld-linux-x86-64.so.2' },
  arm64: { libraries: 'usr/lib/aarch64-linux-gnu', loader: 'usr/lib/ld-linux-aarch64.so.1' },
};

/** Whether packages can be unpacked for this processor. */
export function knowsProcessor(): boolean {
  return process.arch in LAYOUTS;
}

/**
 * Unpacks packages that bring their own libc into a folder, and turns their programs to the libraries beside them, so that they run
 * on a machine with another libc, without root, and without anything of the machine being touched.
 *
 * @param target folder to make; must not be there
 * @param home where the folder will be moved afterwards: the programs work from there only
 * @param programs folders or files of programs, from the root of the packages
 */
export async function unpackPackages({ debs, target, home, programs }: UnpackJob): Promise<void> {
  await makeMergedRoot(target);
  for (const deb of await readdir(debs)) await run('sh', ['-c', UNPACK, 'sh', join(debs, deb), target]);
  for (const file of await programFiles(target, programs)) await turnToOwnLibraries(file, target, home);
}

type UnpackJob = { readonly debs: string; readonly target: string; readonly home: string; readonly programs: readonly string[] };

async function makeMergedRoot(target: string): Promise<void> {
  for (const name of ['lib', 'lib64', 'bin', 'sbin']) {
    await mkdir(join(target, 'usr', name), { recursive: true });
    await symlink(join('usr', name), join(target, name));
  }
}

async function programFiles(target: string, programs: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const program of programs) {
    const path = join(target, program);
    const names = (await stat(path)).isDirectory() ? (await readdir(path)).map((name) => join(path, name)) : [path];
    // By the real file, and once: several names may lead to one program.
    for (const name of names) if (await isElf(name)) files.add(await realpath(name));
  }
  return [...files];
}

async function isElf(path: string): Promise<boolean> {
  if (!(await lstat(await realpath(path))).isFile()) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1') === ELF;
  } finally {
    await file.close();
  }
}

/** By RPATH, not RUNPATH: it also serves the libraries' own needs and what the program loads while it runs. */
async function turnToOwnLibraries(file: string, target: string, home: string): Promise<void> {
  const layout = LAYOUTS[process.arch];
  if (layout === undefined) throw new Error(`no packages are known for ${process.arch}`);
  const { libraries, loader } = layout;
  const patchelf = ['--library-path', join(target, libraries), join(target, 'usr/bin/patchelf')];
  const changes = ['--set-interpreter', join(home, loader), '--force-rpath', '--set-rpath', join(home, libraries)];
  await run(join(target, loader), [...patchelf, ...changes, file]);
}
