/** An operation of PGlite's file system on a file or a folder. */
export type Operation = (target: unknown, ...rest: readonly unknown[]) => unknown;
export type Operations = Record<string, Operation>;

/** Operations that change nothing on the disk. What is not named here may change something. */
const readOnly = new Set(['getattr', 'lookup', 'readdir', 'readlink', 'statfs', 'open', 'dup', 'read', 'llseek', 'mmap', 'fsync']);

/**
 * Lets nothing change on the disk before the log is there: Postgres takes care of that order, but believes each commit to
 * be there already. `changes` hears of every operation that may change something, just before it.
 */
export function announceChanges(operations: Operations, changes: (name: string, target: unknown) => void): void {
  for (const [name, operation] of Object.entries(operations)) {
    if (readOnly.has(name)) continue;
    operations[name] = (target, ...rest) => {
      changes(name, target);
      return operation(target, ...rest);
    };
  }
}
