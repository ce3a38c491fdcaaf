import { join } from 'node:path';
import { makeServerFolder } from './account.ts';
import { redisAnswers } from './answers.ts';
import { startContainer } from './docker.ts';
import { freePort } from './free-port.ts';
import { startServerProcess } from './server-process.ts';
import { sourceFromEnvironment } from './source.ts';
import { redisPrograms } from './redis-kinds.ts';
import type { RedisKind } from './redis-kinds.ts';
import type { ServerSource, Service, ServiceOptions } from './service.ts';

const TEST_SETTINGS = { save: '', appendonly: 'no', 'maxmemory-policy': 'noeviction' };

/**
 * Starts a Redis of the caller's own, version 8 unless another kind is asked for. It keeps its data in memory alone, so that it comes back empty after `restart()`, unless
 * `settings` say otherwise (`{ appendonly: 'yes' }`).
 */
export async function startRedis(
  { port: wanted, settings, kind = 'redis 8' }: ServiceOptions & { readonly kind?: RedisKind } = {},
  source: ServerSource = sourceFromEnvironment(process.env),
): Promise<Service> {
  const port = wanted ?? (await freePort());
  const url = `redis://127.0.0.1:${port}`;
  const flags = Object.entries({ ...TEST_SETTINGS, ...settings }).flatMap(([name, value]) => [`--${name}`, value]);
  const { image, program } = redisPrograms[kind];
  const ready = () => redisAnswers(url);
  if (source.kind === 'docker') {
    return await startContainer({ image, url, port, innerPort: 6379, environment: {}, args: [program, ...flags], ready });
  }
  const folder = makeServerFolder('redis');
  return await startServerProcess({
    url,
    command: join(folderOf(source, kind), program),
    args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, ...flags],
    folder,
    stopSignal: 'SIGTERM',
    ready,
  });
}

function folderOf({ redis, others = {} }: ServerSource & { readonly kind: 'binaries' }, kind: RedisKind): string {
  const folder = kind === 'redis 8' ? redis : others[kind];
  if (folder === undefined) throw new Error(`no ${kind} to start: set ${redisPrograms[kind].variable} to the folder of its program`);
  return folder;
}
