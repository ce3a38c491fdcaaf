import { type ChildProcess, fork } from 'node:child_process';
import type { FolderData, FromEngine } from './thread-messages.ts';
import { workerUrl } from './worker-url.ts';

/**
 * Makes a new database in an empty folder and brings it to the disk, in a process of its own: making one takes 500 MB that a thread
 * would leave behind in ours, and an engine that breaks on the way breaks nothing else.
 */
export async function initialise(data: FolderData): Promise<void> {
  const entry = workerUrl('initialise-process');
  const isSource = entry.pathname.endsWith('.ts');
  const child = fork(entry, [JSON.stringify(data)], {
    env: {},
    execArgv: isSource ? ['--conditions=@cairn/source', '--disable-warning=ExperimentalWarning'] : [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const outcome = await answerOf(child);
  if (outcome.type === 'failed') throw new Error(outcome.reason);
}

function answerOf(child: ChildProcess): Promise<FromEngine> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the process that makes it ended (${signal ?? code})`)));
    child.once('message', resolve);
  });
}
