import type { Actor, MemoryRepository } from '@cairn/core';
import { inParallel } from './in-parallel.ts';
import { createRandom, memoryText } from './texts.ts';

/** Saves so many memories; their ids. */
export async function fillMemories(memories: MemoryRepository, actor: Actor, count: number): Promise<readonly string[]> {
  const random = createRandom(count);
  return inParallel(count, async (index) => {
    const { id } = await memories.save(actor, { content: memoryText(`memory ${index}`, random), agentName: 'bench' });
    return id;
  });
}
