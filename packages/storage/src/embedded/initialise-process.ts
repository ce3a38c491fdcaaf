/** Entry of the process that makes a new database in an empty folder: where, as JSON, in its argument; how it went, in one message. */
import { PgliteEngine } from './pglite-engine.ts';
import { syncTree } from './sync-tree.ts';
import type { FolderData, FromEngine } from './thread-messages.ts';

function end(message: FromEngine): void {
  process.send?.(message, () => process.exit());
}

function fatal(reason: string): never {
  end({ type: 'failed', reason });
  throw new Error(reason);
}

// Nobody waits for the database any more.
process.on('disconnect', () => process.exit(1));

try {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `initialise` is the only one that starts this
  const { folder, durable } = JSON.parse(process.argv[2] ?? '') as FolderData;
  const engine = await PgliteEngine.open({ folder, durable: false, onFatal: fatal });
  await engine.close();
  if (durable) await syncTree(folder);
  end({ type: 'closed' });
} catch (error) {
  end({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
