import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What operators are told to run for a backup on a Postgres of their own, word for word. */
export interface DocumentedBackup {
  /** Makes the role that dumps. */
  readonly role: string;
  readonly dump: string;
  readonly createDatabase: string;
  readonly restore: string;
}

const section = /^### Own Postgres\n(.*?)^(?:###|\*\*Point in time)/ms;

/** @param names what stands for each name of the text: roles and databases belong to the whole server, so a test has its own */
export async function documentedBackup(names: Readonly<Record<string, string>>): Promise<DocumentedBackup> {
  const text = section.exec(await readFile(new URL('../../docker/operating.md', import.meta.url), 'utf8'))?.[1] ?? '';
  const named = Object.entries(names).reduce((told, [name, own]) => told.replaceAll(name, own), text);
  const block = (kind: string): string => new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'ms').exec(named)?.[1] ?? '';
  const lines = block('sh').split('\n');
  const command = (program: string): string => {
    const line = lines.find((candidate) => candidate.startsWith(`${program} `));
    if (line === undefined) throw new Error(`operating.md names no command with ${program}`);
    return line;
  };
  return { role: block('sql'), dump: command('pg_dump'), createDatabase: command('psql'), restore: command('pg_restore') };
}

/** Runs one of the commands in a shell, with the programs of the servers of the suites. */
export async function runDocumented(command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  const path = [process.env['CAIRN_TEST_POSTGRES_BIN'], process.env['PATH']].filter(Boolean).join(delimiter);
  await run('sh', ['-ec', command], { cwd, env: { ...process.env, ...env, PATH: path } });
}
