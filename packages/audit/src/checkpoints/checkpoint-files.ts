import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chain } from '../chain/chain.ts';
import type { CheckpointSink } from '../log/audit-ports.ts';
import { checkpointLine, readCheckpoint } from './checkpoint-line.ts';
import type { Checkpoint } from './checkpoint.ts';

/** Bytes that are read of a file's end: some twenty thousand checkpoints, of which the last decides. */
const mostRead = 8_388_608;

/** Keeps checkpoints in a folder: a file for each chain, which is only ever added to, each line on the disk before it counts. */
export async function createCheckpointFiles(folder: string): Promise<CheckpointSink> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = ({ kind, id }: Chain): string => join(folder, `${kind}-${id}.ndjson`);
  return {
    async append(checkpoint) {
      const file = await open(fileOf(checkpoint.chain), 'a', 0o600);
      try {
        await file.write(`${checkpointLine(checkpoint)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },

    async read(chain) {
      const text = await endOf(fileOf(chain));
      return text.split('\n').flatMap((line) => readLine(line) ?? []);
    },
  };
}

/** Empty when there is no file. A line that the piece cuts in half is no checkpoint. */
async function endOf(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.min(size, mostRead));
      await file.read(bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function readLine(line: string): Checkpoint | undefined {
  try {
    return readCheckpoint(JSON.parse(line));
  } catch {
    return undefined;
  }
}
