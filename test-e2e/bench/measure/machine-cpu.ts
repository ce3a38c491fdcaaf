import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds of CPU time that all processes of this machine have used together; undefined where the system does not tell. */
export function machineCpuSeconds(): number | undefined {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? [];
    const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = ticks;
    return (user + nice + system + interrupts + softInterrupts) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
