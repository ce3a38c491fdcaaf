import { readFile } from 'node:fs/promises';

const everyMs = 100;
/** The unit of `/proc` on the machines that have it. */
const pageSize = 4096;

/**
 * Calls back when a process holds more memory than it may: the limit on its heap leaves out buffers, and a stream that inflates
 * without end fills those. Where the system does not tell (it has no `/proc`), nothing is watched. Returns what ends the watch.
 */
export function watchMemory(pid: number | undefined, mostBytes: number, onExcess: () => void): () => void {
  const look = async (): Promise<void> => {
    const held = await residentBytes(pid);
    if (held !== undefined && held > mostBytes) onExcess();
  };
  const timer = setInterval(() => void look(), everyMs);
  return () => clearInterval(timer);
}

async function residentBytes(pid: number | undefined): Promise<number | undefined> {
  try {
    const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]);
    return Number.isFinite(pages) ? pages * pageSize : undefined;
  } catch {
    return undefined;
  }
}
