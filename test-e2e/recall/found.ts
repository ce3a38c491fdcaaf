import { setTimeout as sleep } from 'node:timers/promises';
import { memoryIndexFaultsAt } from '@cairn/test-kit';
import pg from 'pg';
import type { Caller } from '../product/caller.ts';
import type { Stage } from '../product/stage.ts';

interface FoundMemory {
  readonly id: string;
  readonly content: string;
  readonly score: number;
}

/** Saves a memory over REST and answers its id. */
export async function remember(caller: Caller, content: string, rest: object = {}): Promise<string> {
  const { status, body } = await caller.rest('POST', '/v1/memories', { content, ...rest });
  if (status !== 201) throw new Error(`a memory was not saved: ${JSON.stringify(body)}`);
  return body.id;
}

/** What a search of memories finds, best first. */
export async function search(caller: Caller, query: string, rest: object = {}): Promise<readonly FoundMemory[]> {
  const { status, body } = await caller.rest('POST', '/v1/memories/search', { query, ...rest });
  if (status !== 200) throw new Error(`a search failed: ${JSON.stringify(body)}`);
  return body.data;
}

export async function contentsFound(caller: Caller, query: string, rest: object = {}): Promise<readonly string[]> {
  return (await search(caller, query, rest)).map(({ content }) => content);
}

/** What is wrong with the index, by the database itself. */
export async function indexFaults({ databaseUrl }: Stage): Promise<readonly string[]> {
  return databaseUrl === undefined ? [] : memoryIndexFaultsAt(databaseUrl);
}

/** When the worker has indexed everything of the project; where only the product may look, when it should have. */
export async function indexed({ databaseUrl }: Stage, projectId: string): Promise<void> {
  if (databaseUrl === undefined) {
    await sleep(1300);
    return;
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const deadline = performance.now() + 20_000;
    while ((await unindexed(pool, projectId)) > 0) {
      if (performance.now() > deadline) throw new Error('the worker has not indexed the memories in time');
      await sleep(50);
    }
  } finally {
    await pool.end();
  }
}

/** Memories of the project that are not in the index. */
async function unindexed(pool: pg.Pool, projectId: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select (select count(*) from cairn.memories where project_id = $1 and index_position is null)::int
      + (select count(*) from cairn.memory_reindex where project_id = $1)::int as n`,
    [projectId],
  );
  return rows[0]?.n ?? 0;
}
