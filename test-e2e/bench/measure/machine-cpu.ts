import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * Seconds of CPU time that all processes of this machine have used together, without the time of interrupts, which belongs to
 * none; undefined where the system does not tell.
 */
export function machineCpuSeconds(): number | undefined {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? [];
    const [user = 0, nice = 0, system = 0] = ticks;
    return (user + nice + system) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
