import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@cairn/storage';
import { Pool } from 'pg';
import { secretsSuite } from './secrets.ts';

/** The files themselves, and all rows as text: a file may hold a row compressed. */
async function read(dataDir: string): Promise<readonly Buffer[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes: Buffer[] = [];
  for (const { parentPath, name } of files) bytes.push(await readFile(join(parentPath, name)));
  const location = { kind: 'embedded', dataDir } as const;
  const database = await openDatabase({ location, migrate: false, onWarning: () => {} });
  const owner = new Pool({ ...database.queueConnection, max: 1 });
  const tables = await owner.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('cairn', 'bullmq')",
  );
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ text: string }>(`select t::text from ${name} t`);
    bytes.push(Buffer.from(rows.map(({ text }) => text).join('\n')));
  }
  await owner.end();
  await database.close();
  return bytes;
}

secretsSuite(async () => ({ env: {}, read, remove: async () => {} }));
