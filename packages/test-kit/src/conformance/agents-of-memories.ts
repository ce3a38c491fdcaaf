import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Stage } from './suite.ts';

/** Agents that a user has memories of. */
export function agentsOfMemories(stage: Stage): void {
  test('the agents of a user stand by id, each once under the name of its newest memory, in parts, and nobody else’s among them', async () => {
    const { memories } = stage.ports.stores;
    const run = randomUUID();
    const save = (agentId: string, agentName?: string, by = stage.cast.a) =>
      memories.save(by, { content: 'of an agent', agentId: `${run} ${agentId}`, agentName });
    await save('b', 'Bee, once');
    await save('b', 'Bee');
    await save('a');
    for (const id of ['d', 'c']) await save(id, id.toUpperCase());
    await memories.save(stage.cast.a, { content: 'of no agent' });
    const { id: foreign } = await save('z', 'of another project', stage.cast.b);
    const seen: { readonly id: string; readonly name: string | null }[] = [];
    for (let after: string | undefined = run; ;) {
      const part = await memories.agents(stage.cast.a, { after, limit: 2 });
      seen.push(...part.filter(({ id }) => id.startsWith(run)));
      if (part.length < 2) break;
      after = part.at(-1)?.id;
    }
    const named = { a: null, b: 'Bee', c: 'C', d: 'D' };
    expect(seen).toEqual(Object.entries(named).map(([id, name]) => ({ id: `${run} ${id}`, name })));
    expect((await memories.agents(stage.cast.a, { limit: 1 })).length).toBe(1);
    await memories.remove(stage.cast.b, foreign);
  });
}
