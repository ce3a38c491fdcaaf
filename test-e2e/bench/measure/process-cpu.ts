import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of CPU time that a process has used in all its threads; undefined where the system does not tell (it is Linux that does). */
export function cpuSeconds(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + nanoseconds(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1e9;
  } catch {
    return undefined;
  }
}

function nanoseconds(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ', 1)[0]);
}

/** Memory of a process that is in RAM, in MiB. */
export function residentMiB(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** The processes that a process has started and not yet lost. */
export function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
