import { createHash } from 'node:crypto';
import type { Caller } from '../product/caller.ts';

/** A memory as get_memories shows it. */
export interface ShownMemory {
  readonly memory_id: string;
  readonly content: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly agent_name: string | null;
  readonly agent_id: string | null;
}

/** Saves a text and answers its id. */
export async function save(caller: Caller, content: string): Promise<string> {
  const { body } = await caller.tool('save_memory', { content });
  return body.result.memory_id;
}

/** Everything that the caller remembers, newest first. */
export async function remembered(caller: Caller): Promise<readonly ShownMemory[]> {
  const all: ShownMemory[] = [];
  for (;;) {
    const page = (await caller.tool('get_memories', { limit: 200, offset: all.length })).body.result;
    all.push(...page.memories);
    if (page.memories.length === 0 || all.length >= page.total) return all;
  }
}

export async function total(caller: Caller): Promise<number> {
  return (await caller.tool('get_memories', { limit: 1 })).body.result.total;
}

/** A text too long to print when it differs. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
