import { createHash } from 'node:crypto';
import { closeSync, openSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderInUse } from './errors.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process. The lock is a listening socket: the system frees it when the process ends, however it
 * ends, and unlike a process number it says nothing wrong later or in another container.
 * @throws DataFolderInUse
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const held: FolderLock[] = [];
  try {
    for (const hold of holds(dataDir)) held.push(await hold());
  } catch (error) {
    await releaseAll(held);
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new DataFolderInUse(dataDir) : error;
  }
  return { release: () => releaseAll(held) };
}

type Hold = () => Promise<FolderLock>;

function holds(dataDir: string): readonly Hold[] {
  const name = `cairn-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return [() => holdSocket(`\\\\.\\pipe\\${name}`)];
  if (process.platform !== 'linux') return [() => holdSocketFile(join(tmpdir(), `${name}.sock`))];
  // The name in the kernel cannot be left behind, but another container does not see it; the file is seen by all.
  return [() => holdSocket(`\0${name}`), () => holdSocketIn(dataDir)];
}

/** By way of an open folder, because a socket's path may be 107 bytes long at most. */
async function holdSocketIn(folder: string): Promise<FolderLock> {
  const handle = openSync(folder, 'r');
  try {
    const lock = await holdSocketFile(`/proc/self/fd/${handle}/postgres.lock`);
    return { release: () => lock.release().finally(() => closeSync(handle)) };
  } catch (error) {
    closeSync(handle);
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
    // A file system without sockets: the name in the kernel has to do.
    return { release: async () => {} };
  }
}

/** A socket file outlives its process; one that nobody answers on is taken over. */
async function holdSocketFile(path: string): Promise<FolderLock> {
  try {
    return await holdSocket(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || (await answers(path))) throw error;
    await rm(path, { force: true });
    return await holdSocket(path);
  }
}

function holdSocket(path: string): Promise<FolderLock> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', reject);
    server.listen(path, () => resolve({ release: () => closeServer(server) }));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

async function releaseAll(locks: readonly FolderLock[]): Promise<void> {
  for (const lock of locks.toReversed()) await lock.release();
}
