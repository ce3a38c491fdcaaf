import { join } from 'node:path';
import { makeServerFolder } from './account.ts';
import { redisAnswers } from './answers.ts';
import { startContainer } from './docker.ts';
import { freePort } from './free-port.ts';
import { startServerProcess } from './server-process.ts';
import { sourceFromEnvironment } from './source.ts';
import type { ServerSource, Service, ServiceOptions } from './service.ts';

const IMAGE = 'redis:8';

const TEST_SETTINGS = { save: '', appendonly: 'no', 'maxmemory-policy': 'noeviction' };

/**
 * Starts a Redis 8 of the caller's own. It keeps its data in memory alone, so that it comes back empty after `restart()`, unless
 * `settings` say otherwise (`{ appendonly: 'yes' }`).
 */
export async function startRedis(
  { port: wanted, settings }: ServiceOptions = {},
  source: ServerSource = sourceFromEnvironment(process.env),
): Promise<Service> {
  const port = wanted ?? (await freePort());
  const url = `redis://127.0.0.1:${port}`;
  const flags = Object.entries({ ...TEST_SETTINGS, ...settings }).flatMap(([name, value]) => [`--${name}`, value]);
  const ready = () => redisAnswers(url);
  if (source.kind === 'docker') {
    return await startContainer({ image: IMAGE, url, port, innerPort: 6379, environment: {}, args: ['redis-server', ...flags], ready });
  }
  const folder = makeServerFolder('redis');
  return await startServerProcess({
    url,
    command: join(source.redis, 'redis-server'),
    args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, ...flags],
    folder,
    stopSignal: 'SIGTERM',
    ready,
  });
}
