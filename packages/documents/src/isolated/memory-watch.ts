import { readFile } from 'node:fs/promises';

const everyMs = 100;
/** The unit of `/proc` on the machines that have it. */
const pageSize = 4096;

/**
 * Calls back when a process holds more memory than it may: the limit on its heap leaves out buffers, and a stream that inflates
 * without end fills those. Where the system does not tell (it has no `/proc`), nothing is watched. Returns what ends the watch and
 * tells the most that was seen, in bytes.
 */
export function watchMemory(pid: number | undefined, mostBytes: number, onExcess: () => void): () => number {
  let most = 0;
  const look = async (): Promise<void> => {
    const held = await residentBytes(pid);
    most = Math.max(most, held);
    if (held > mostBytes) onExcess();
  };
  const timer = setInterval(() => void look(), everyMs);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]);
    return Number.isFinite(pages) ? pages * pageSize : 0;
  } catch {
    return 0;
  }
}
