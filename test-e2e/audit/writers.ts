import { expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';

/** For servers, where two processes are on one database. */
export const writerSuite: Suite = (stage) => {
  test('fifty writers of two processes make one chain without a fork or a gap', async () => {
    const { caller, secret, otherSecret } = await stage.newProject();
    const writers = Array.from({ length: 50 }, (_, at) =>
      callerFor(stage.products[at % 2]?.baseUrl ?? '', at % 4 < 2 ? secret : otherSecret),
    );
    const statuses = await Promise.all(
      writers.flatMap((writer, at) =>
        [1, 2, 3, 4].map(async (n) => (await writer.tool('save_memory', { content: `writer ${at}, ${n}` })).status),
      ),
    );
    expect(statuses).toEqual(Array(200).fill(200));
    expect((await caller.rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true, entries: 202, head: { seq: 202 } });
  });
};
