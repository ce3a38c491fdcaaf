import type { ServerName } from '../cells/cell.ts';
import type { BenchData } from '../data/bench-data.ts';
import { openLimitCounter } from './limit-counter.ts';
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
  const counter = redisUrl === undefined ? undefined : openLimitCounter(redisUrl, data.small.actor.credentialId);
  const started: [string, BenchServer][] = [];
  const stop = async () => {
    for (const [, server] of started.splice(0)) await server.stop();
    await counter?.close();
  };
  try {
    for (const [name, options] of Object.entries(wanted)) {
      const server = await startServer({ ...options, profileDir });
      started.push([name, name === 'gateway, Redis' && counter ? { ...server, counted: () => counter.read() } : server]);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { byName: Object.fromEntries(started), stop };
}
