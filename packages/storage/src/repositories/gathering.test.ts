import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Gathering } from './gathering.ts';

/** A gathering whose work ends when the test says so. */
function watched(maxItems = 3) {
  const begun: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const idle = vi.fn<() => void>();
  const gathering = new Gathering<number, string>({
    maxItems,
    idle,
    work: (items) =>
      new Promise((resolve, reject) => {
        begun.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => `${item} of ${items.join()}`))) });
      }),
  });
  return { gathering, begun, idle };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Gathering', () => {
  test('works on an item at once when it has nothing to do, and on those that came meanwhile together', async () => {
    const { gathering, begun, idle } = watched();
    const answers = [1, 2, 3, 4, 5].map((item) => gathering.add(item));
    expect(begun.map(({ items }) => items)).toEqual([[1]]);
    begun[0]?.end();
    await settled();
    expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    expect(idle).not.toHaveBeenCalled();
    begun[1]?.end();
    await settled();
    begun[2]?.end();
    expect(await Promise.all(answers)).toEqual(['1 of 1', '2 of 2,3,4', '3 of 2,3,4', '4 of 2,3,4', '5 of 5']);
    await settled();
    expect(idle).toHaveBeenCalledOnce();
  });

  test('the next piece of work is under way before the last one is answered', async () => {
    const { gathering, begun } = watched();
    const begunWhenAnswered = gathering.add(1).then(() => begun.length);
    void gathering.add(2);
    begun[0]?.end();
    expect(await begunWhenAnswered).toBe(2);
    begun[1]?.end();
  });

  test('a failure is the answer to its own items only, and the work goes on', async () => {
    const { gathering, begun } = watched();
    const outcome = Promise.allSettled([1, 2, 3].map((item) => gathering.add(item)));
    begun[0]?.end();
    await settled();
    begun[1]?.end(new Error('no'));
    expect((await outcome).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await settled();
    const later = gathering.add(4);
    begun[2]?.end();
    expect(await later).toBe('4 of 4');
  });

  test('every item is worked on once, in order, one piece of work at a time, none of them too long', async () => {
    const pauses = fc.array(fc.nat(3), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 1, max: 5 }), async (items, maxItems) => {
        const worked: number[] = [];
        let underWay = 0;
        const gathering = new Gathering<number, number>({
          maxItems,
          idle: () => expect(underWay).toBe(0),
          work: async (batch) => {
            underWay += 1;
            expect(underWay).toBe(1);
            expect(batch.length).toBeLessThanOrEqual(maxItems);
            worked.push(...batch);
            await settled();
            underWay -= 1;
            return batch.map((item) => -item);
          },
        });
        const answers: Promise<number>[] = [];
        for (const [item, pause] of items.entries()) {
          answers.push(gathering.add(item));
          for (let tick = 0; tick < pause; tick += 1) await settled();
        }
        expect(await Promise.all(answers)).toEqual([...items.keys()].map((item) => -item));
        expect(worked).toEqual([...items.keys()]);
      }),
      { numRuns: 50 },
    );
  });
});
