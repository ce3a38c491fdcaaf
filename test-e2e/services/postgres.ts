import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeServerFolder, serverAccount } from './account.ts';
import { postgresAnswers } from './answers.ts';
import { startContainer } from './docker.ts';
import { freePort } from './free-port.ts';
import { startServerProcess } from './server-process.ts';
import { sourceFromEnvironment } from './source.ts';
import type { ServerSource, Service, ServiceOptions } from './service.ts';

const run = promisify(execFile);
const IMAGE = 'pgvector/pgvector:pg17';

// What a test loses with these is only what a power cut would take; a killed server recovers all the same.
const TEST_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB', jit: 'off' };

/**
 * Starts a Postgres 17 with pgvector of the caller's own. It lets the superuser `postgres` in without a password and does not wait
 * for the disk, unless `settings` say otherwise (`{ fsync: 'on' }` for a measurement).
 */
export async function startPostgres(
  { port: wanted, dataFolder, settings }: ServiceOptions = {},
  source: ServerSource = sourceFromEnvironment(process.env),
): Promise<Service> {
  const port = wanted ?? (await freePort());
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const flags = Object.entries({ ...TEST_SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const ready = () => postgresAnswers(url);
  if (source.kind === 'docker') {
    const environment = { POSTGRES_HOST_AUTH_METHOD: 'trust' };
    return await startContainer({ image: IMAGE, url, port, innerPort: 5432, environment, args: ['postgres', ...flags], ready });
  }
  const folder = makeServerFolder('postgres');
  const data = join(dataFolder ?? folder, 'data');
  return await startServerProcess({
    url,
    command: join(source.postgres, 'postgres'),
    args: ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', ...flags],
    folder,
    prepare: () => initialise(source.postgres, data, folder),
    stopSignal: 'SIGINT',
    ready,
  });
}

async function initialise(binaries: string, data: string, cwd: string): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-instructions', ...locale];
  await run(join(binaries, 'initdb'), args, { cwd, ...serverAccount() });
}
