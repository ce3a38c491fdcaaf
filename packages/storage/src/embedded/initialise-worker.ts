import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PgliteEngine } from './pglite-engine.ts';
import { syncTree } from './sync-tree.ts';
import type { FolderData, FromEngine } from './thread-messages.ts';

// Makes a new database in an empty folder. In a thread of its own, because making one takes 500 MB that are given back
// only when the thread ends.

const port = parentPort as MessagePort;
const { folder, durable } = workerData as FolderData;

function say(message: FromEngine): void {
  port.postMessage(message);
}

function fatal(reason: string): never {
  say({ type: 'failed', reason });
  process.exit(1);
}

try {
  const engine = await PgliteEngine.open({ folder, durable: false, onFatal: fatal });
  await engine.close();
  if (durable) await syncTree(folder);
  say({ type: 'closed' });
} catch (error) {
  say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
