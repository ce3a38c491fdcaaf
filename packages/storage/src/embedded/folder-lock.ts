import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(`the data folder ${dataDir} is in use by another Cairn process; stop it or set CAIRN_DATA_DIR to another folder`);
    this.name = 'DataFolderInUse';
  }
}

/**
 * Takes the folder for this process until it ends, however it ends; resolves with what gives it back.
 * @throws DataFolderInUse
 */
export function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32);
  if (process.platform === 'linux') return holdSocket(`\0cairn-${name}`, dataDir);
  if (process.platform === 'win32') return holdSocket(`\\\\.\\pipe\\cairn-${name}`, dataDir);
  return holdPidFile(dataDir);
}

/** The kernel frees the name when the process is gone. */
function holdSocket(name: string, dataDir: string): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new DataFolderInUse(dataDir) : error));
    server.listen(name, () => {
      server.unref();
      resolve(() => new Promise((done) => server.close(() => done())));
    });
  });
}

/** A file with the process's number; one that names a process that is gone is taken over. */
async function holdPidFile(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'cairn.pid');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, String(process.pid));
      closeSync(file);
      return async () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isAlive(Number(readFileSync(path, 'utf8')))) throw new DataFolderInUse(dataDir);
      rmSync(path, { force: true });
    }
  }
  throw new DataFolderInUse(dataDir);
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
