import type { Actor } from '@cairn/core';
import { openDatabase } from '../database/open.ts';
import { openRepositories } from '../stores.ts';

interface Orders {
  readonly url: string;
  readonly actors: readonly Actor[];
  /** How many write at the same time, and how often each. */
  readonly each: number;
  readonly writes: number;
}

/** A process of its own that writes to several chains at once; ends with 1 when any write failed. */
const { url, actors, each, writes } = JSON.parse(process.env['WRITER'] ?? '') as Orders;
const database = await openDatabase({ location: { kind: 'postgres', url }, migrate: false, poolSize: each, onWarning: () => {} });
const { stores, directory } = await openRepositories(database, Buffer.alloc(32, 7));

async function write(at: number): Promise<void> {
  const actor = actors[at % actors.length] as Actor;
  for (let n = 0; n < writes; n += 1) {
    await stores.together(actor, async (own) => {
      await own.memories.save(actor, { content: `writer ${at}` });
      await own.memories.remove(actor, '0191d0b2-0000-7000-8000-000000000009');
    });
    await directory.workspaces.renameWorkspace(
      { userId: actor.userId, sessionId: actor.credentialId, requestId: 'r' },
      actor.workspaceId,
      `w${at}`,
    );
  }
}

const outcomes = await Promise.allSettled(Array.from({ length: each }, (_, at) => write(at)));
await database.close();
process.exitCode = outcomes.every(({ status }) => status === 'fulfilled') ? 0 : 1;
for (const outcome of outcomes)
  if (outcome.status === 'rejected') process.stderr.write(`${String(outcome.reason)} ${String(outcome.reason?.cause)}\n`);
