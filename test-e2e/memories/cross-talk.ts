import { expect, test } from 'vitest';
import { callThrough, doors } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { save } from './remembered.ts';

export const crossTalkSuite: Suite = (stage) => {
  test.each(doors)('two hundred calls at once by %s, all with one id, each get their own answer', async (door) => {
    const projects = await Promise.all([stage.newProject(), stage.newProject()]);
    for (const [at, { caller }] of projects.entries()) {
      await save(caller, `${at} first`);
      await save(caller, `${at} second`);
    }
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const whose = at % 2;
        const { result, http } = await callThrough(door, (projects[whose] ?? projects[0]).caller, 'get_memories', {});
        return { whose, id: http.body.id, contents: result.memories.map(({ content }: { content: string }) => content) };
      }),
    );
    for (const { whose, id, contents } of answers) expect([id, contents]).toEqual([1, [`${whose} second`, `${whose} first`]]);
  });
};
