import { createDataFolder } from '@cairn/test-kit';
import { createRandom, memoryText } from '../data/texts.ts';
import { cpuSeconds } from '../measure/process-cpu.ts';
import type { Peer } from './peer.ts';
import { StdioClient } from './stdio-client.ts';

export interface PeerResult {
  readonly concurrency: number;
  readonly savesPerSecond: number;
  readonly serverMicros: number | undefined;
  readonly acknowledged: number;
  /** Acknowledged saves that were gone afterwards. */
  readonly lost: number;
}

/** Saves into an empty store for a while, so many at once, and counts what of it is there afterwards. */
export async function measurePeer(peer: Peer, packages: string, load: { concurrency: number; durationMs: number }): Promise<PeerResult> {
  const folder = await createDataFolder();
  const client = new StdioClient(`${packages}${peer.name}/${peer.main}`, peer.settings(folder.path));
  try {
    await client.initialize();
    const usedBefore = cpuSeconds(client.pid) ?? Number.NaN;
    const startedAt = performance.now();
    const acknowledged = await saveFor(client, load);
    const seconds = (performance.now() - startedAt) / 1000;
    const micros = (((cpuSeconds(client.pid) ?? Number.NaN) - usedBefore) * 1e6) / acknowledged.length;
    await client.close();
    const kept = new Set(await peer.kept(folder.path));
    return {
      concurrency: load.concurrency,
      savesPerSecond: acknowledged.length / seconds,
      serverMicros: Number.isNaN(micros) ? undefined : micros,
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((name) => !kept.has(name)).length,
    };
  } finally {
    await folder.remove();
  }
}

async function saveFor(client: StdioClient, { concurrency, durationMs }: { concurrency: number; durationMs: number }): Promise<string[]> {
  const random = createRandom(concurrency);
  const until = performance.now() + durationMs;
  const acknowledged: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      const name = `memory ${next}`;
      next += 1;
      const entity = { name, entityType: 'memory', observations: [memoryText(name, random)] };
      if (await client.call('create_entities', { entities: [entity] })) acknowledged.push(name);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return acknowledged;
}
