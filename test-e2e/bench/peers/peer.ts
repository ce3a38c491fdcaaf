import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A memory server of somebody else's, driven on its standard input and output: its best case, without HTTP or credentials. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Inside its package. */
  readonly main: string;
  readonly settings: (folder: string) => Record<string, string>;
  /** Names of the memories that it kept in `folder`. */
  readonly kept: (folder: string) => Promise<readonly string[]>;
}

/** The official memory server, and one on SQLite whose native code comes prebuilt from npm. Both take `create_entities`. */
export const peers: readonly Peer[] = [
  {
    name: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    main: 'dist/index.js',
    settings: (folder) => ({ MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
    kept: async (folder) => {
      const text = await readFile(join(folder, 'memory.jsonl'), 'utf8');
      return text.split('\n').flatMap((line) => /"name":"([^"]+)"/.exec(line)?.[1] ?? []);
    },
  },
  {
    name: 'mcp-memory-libsql',
    version: '0.0.17',
    main: 'dist/index.js',
    settings: (folder) => ({ LIBSQL_URL: `file:${join(folder, 'memory.db')}` }),
    kept: async (folder) => {
      const database = new DatabaseSync(join(folder, 'memory.db'));
      const rows = database.prepare('select name from entities').all();
      database.close();
      return rows.map((row) => String(row['name']));
    },
  },
];
