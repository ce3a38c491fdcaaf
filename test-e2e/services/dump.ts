import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program of Postgres, from where the servers of the suites are from. */
const program = (name: string): string => join(process.env['CAIRN_TEST_POSTGRES_BIN'] ?? '', name);

const maxBuffer = 1_073_741_824;

/** A whole database as SQL. */
export async function dumped(url: string, ...options: readonly string[]): Promise<Buffer> {
  const { stdout } = await run(program('pg_dump'), [...options, url], { encoding: 'buffer', maxBuffer });
  return stdout;
}
