import { Redis } from 'ioredis';
import type { ServerName } from '../cells/cell.ts';
import type { BenchData } from '../data/bench-data.ts';
import { startServer, type BenchServer, type ServerOptions } from './start-server.ts';

export interface BenchServers {
  /** Without one for Redis where there is none. */
  readonly byName: Readonly<Partial<Record<ServerName, BenchServer>>>;
  stop(): Promise<void>;
}

/** Starts what is measured, one process each. */
export async function startServers(
  data: BenchData,
  { redisUrl, profileDir }: { redisUrl: string | undefined; profileDir: string | undefined },
): Promise<BenchServers> {
  const { url } = data;
  const product = { url, masterKey: Buffer.from(data.masterKey).toString('base64') };
  const wanted: Partial<Record<ServerName, ServerOptions>> = {
    'bare node': { file: 'serve-json-echo.ts' },
    'bare fastify': { file: 'serve-plain-queries.ts', settings: { url } },
    gateway: { file: 'serve-product.ts', settings: product },
    ...(redisUrl !== undefined && { 'gateway, Redis': { file: 'serve-product.ts', settings: { ...product, redisUrl } } }),
  };
  const started: [string, BenchServer][] = [];
  const stop = async () => {
    for (const [, server] of started.splice(0)) await server.stop();
    if (redisUrl !== undefined) await forgetCounts(redisUrl, data.small.actor.credentialId);
  };
  try {
    for (const [name, options] of Object.entries(wanted)) started.push([name, await startServer({ ...options, profileDir })]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { byName: Object.fromEntries(started), stop };
}

/** The counter of the one key that called, in a Redis that may be others' too. */
async function forgetCounts(redisUrl: string, credentialId: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.del(`cairn:limit:${credentialId}`);
  redis.disconnect();
}
