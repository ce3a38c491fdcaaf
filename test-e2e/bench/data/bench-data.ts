import { openDatabase, openRepositories, type Repositories } from '@cairn/storage';
import pg from 'pg';
import { fillDocuments } from './documents.ts';
import { fillMemories } from './memories.ts';
import { createPlainTable } from './plain-table.ts';
import { createFirstProject, createProject, type BenchProject } from './projects.ts';

export interface Sizes {
  /** Memories of a project of the usual size. */
  readonly small: number;
  /** Memories of a large one. */
  readonly large: number;
  readonly documents: number;
  /** Memories that a round of deleting takes. */
  readonly deleted: number;
}

/** What the cells call on. */
export interface BenchData {
  readonly url: string;
  readonly masterKey: Uint8Array;
  readonly sizes: Sizes;
  readonly repositories: Repositories;
  /** A connection of the bench's own. */
  readonly client: pg.Client;
  /** `sizes.small` memories, only ever read. */
  readonly small: BenchProject;
  /** Starts with as many and is saved to. */
  readonly saved: BenchProject;
  readonly large: BenchProject;
  /** Documents, and memories to change. */
  readonly tools: BenchProject;
  /** Empty. */
  readonly empty: BenchProject;
  readonly documentIds: readonly string[];
  /** Memories of `tools`. */
  readonly memoryIds: readonly string[];
  close(): Promise<void>;
}

export async function createBenchData(url: string, sizes: Sizes): Promise<BenchData> {
  const masterKey = Buffer.alloc(32, 5);
  const database = await openDatabase({ location: { kind: 'postgres', url }, migrate: true, onWarning: () => undefined });
  const repositories = await openRepositories(database, masterKey);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const small = await createFirstProject(repositories);
  const project = (name: string) => createProject(repositories, small, name);
  const [saved, large, tools, empty] = [await project('Saved'), await project('Large'), await project('Tools'), await project('Empty')];
  const { memories } = repositories.stores;
  for (const actor of [small.actor, saved.actor]) await fillMemories(memories, actor, sizes.small);
  await fillMemories(memories, large.actor, sizes.large);
  const memoryIds = await fillMemories(memories, tools.actor, 512);
  const documentIds = await fillDocuments(repositories, tools.actor, sizes.documents);
  await createPlainTable(client, sizes.small);
  await client.query('vacuum (analyze)');
  return {
    url,
    masterKey,
    sizes,
    repositories,
    client,
    small,
    saved,
    large,
    tools,
    empty,
    documentIds,
    memoryIds,
    close: async () => {
      await client.end();
      await database.close();
    },
  };
}
