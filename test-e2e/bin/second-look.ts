import { type FileReport, failuresOf } from './test-counts.ts';

/** When more files than these fail, it is no matter of what else the machine did. */
const FILES_AT_MOST = 5;

/**
 * The files that are worth a second run, alone: a few of those that drive real servers and processes, where a failure may come from what
 * else the machine did at that moment. A unit test has no such excuse, and many files have none.
 *
 * @param drivesProcesses whether a file, named from the root of the repository, is one of those
 *
 * @returns an empty list when the failures stand as they are
 */
export function filesToRunAgain(reports: readonly FileReport[], drivesProcesses: (file: string) => boolean): readonly string[] {
  const files = [...new Set(failuresOf(reports).map(({ file }) => file))];
  return files.length <= FILES_AT_MOST && files.every(drivesProcesses) ? files : [];
}

/** What is known after a second run: it stands in the place of the first for the files that it ran. */
export function withSecondRun(first: readonly FileReport[], again: readonly FileReport[]): readonly FileReport[] {
  const ran = new Set(again.map(({ name }) => name));
  return [...first.filter(({ name }) => !ran.has(name)), ...again];
}
