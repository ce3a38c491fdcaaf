import { randomUUID } from 'node:crypto';
import type { Memory, MemoryFilter } from '@cairn/core';
import { expect, test } from 'vitest';
import type { Stage } from './suite.ts';

/** Memories by the time when they were saved. */
export function walksOfTimes(stage: Stage): void {
  test('a walk keeps to a time, its first moment in it and its last not, in pages and with the rest of the filter', async () => {
    const { memories } = stage.ports.stores;
    const run = randomUUID();
    const day = (of: number) => `2021-05-0${of}T12:00:00.000Z`;
    const made = [1, 2, 3, 4, 5].map((of) => ({
      id: randomUUID(),
      content: `day ${of} of ${run}`,
      createdAt: day(of),
      occurredAt: day(9),
      metadata: { run },
      ...(of % 2 === 1 && { agentId: run }),
    }));
    await memories.import(stage.cast.a, made);
    const cases: readonly [MemoryFilter, readonly number[]][] = [
      [{ from: day(1), to: day(6) }, [5, 4, 3, 2, 1]],
      [{ from: day(2), to: day(4) }, [3, 2]],
      [{ from: day(4) }, [5, 4]],
      [{ to: day(3) }, [2, 1]],
      [{ from: '2021-05-03T12:00:00.001Z', to: day(5) }, [4]],
      [{ from: day(6) }, []],
      [{ from: day(2), to: day(6), agentId: run }, [5, 3]],
    ];
    for (const [filter, days] of cases) {
      for (const asked of [filter, { ...filter, metadata: { run } }]) {
        const seen: string[] = [];
        for (let after: Memory | undefined; ;) {
          const part = await memories.walk(stage.cast.a, { limit: 2, after }, asked);
          seen.push(...part.filter(({ content }) => content.endsWith(run)).map(({ content }) => content));
          if (part.length < 2) break;
          after = part.at(-1);
        }
        expect([asked, seen]).toEqual([asked, days.map((of) => `day ${of} of ${run}`)]);
        const back = (await memories.walk(stage.cast.a, { limit: 200, oldestFirst: true }, asked)).map(({ content }) => content);
        expect(back.filter((content) => content.endsWith(run)).toReversed()).toEqual(seen);
      }
    }
  });
}
