import type { BenchProject } from '../data/projects.ts';
import { createRandom, memoryText } from '../data/texts.ts';
import { unwatched, type LoadClient } from '../load/load-client.ts';
import { toolRequest } from '../load/requests.ts';

export interface LostSaves {
  readonly acknowledged: number;
  /** Acknowledged and not there afterwards, or there with another text. */
  readonly lost: number;
  /** There though nothing was acknowledged. */
  readonly unasked: number;
}

interface Saved {
  readonly result?: { readonly memory_id: string };
}

interface Page {
  readonly result: { readonly total: number; readonly memories: readonly { readonly memory_id: string; readonly content: string }[] };
}

const pageSize = 200;

/** Saves so many different memories at high concurrency into an empty project and reads them all back. */
export async function countLostSaves(
  client: LoadClient,
  { port, project, count, concurrency }: { port: number; project: BenchProject; count: number; concurrency: number },
): Promise<LostSaves> {
  const random = createRandom(count);
  const contents = Array.from({ length: count }, (_, index) => memoryText(`lossless ${index}`, random));
  const call = (tool: string, args: object) => toolRequest({ route: '/mcp/tools/call', tool, key: project.key, args });
  const send = async (requests: readonly Uint8Array[]) => {
    const warmUp = { requests: [call('bench_echo', { text: 'warm' })], durationMs: 10 };
    const { result } = await client.run({ port, requests, concurrency, warmUp, keepBodies: true }, unwatched);
    return result.bodies ?? [];
  };
  const saved = await send(contents.map((content) => call('save_memory', { content })));
  const offsets = Array.from({ length: Math.ceil(count / pageSize) + 1 }, (_, page) => page * pageSize);
  const pages = await send(offsets.map((offset) => call('get_memories', { limit: pageSize, offset })));
  return compare(contents, saved, pages);
}

function compare(contents: readonly string[], saved: readonly string[], pages: readonly string[]): LostSaves {
  const there = new Map(
    pages.flatMap((page) => (JSON.parse(page) as Page).result.memories.map((memory) => [memory.memory_id, memory.content])),
  );
  const acknowledged = saved.flatMap((body, index) => {
    const id = (JSON.parse(body) as Saved).result?.memory_id;
    return id === undefined ? [] : [{ id, content: contents[index] }];
  });
  const found = acknowledged.filter(({ id, content }) => there.get(id) === content).length;
  return { acknowledged: acknowledged.length, lost: acknowledged.length - found, unasked: there.size - found };
}
