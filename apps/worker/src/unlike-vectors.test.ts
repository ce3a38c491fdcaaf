import type { ReindexRepository } from '@cairn/core';
import { expect, test } from 'vitest';
import { dropUnlikeVectors } from './unlike-vectors.ts';

function recording(answers: readonly (string | undefined)[]) {
  const asked: unknown[] = [];
  const dropUnlike: ReindexRepository['dropUnlike'] = async (vectors, { after }) => {
    asked.push({ ...vectors, after });
    return answers[asked.length - 1];
  };
  return { asked, dropUnlike };
}

test('vectors of another length are looked for a part of the projects at a time, and then from the first one again', async () => {
  const { asked, dropUnlike } = recording(['p200', undefined, undefined]);
  const chore = dropUnlikeVectors({ dropUnlike }, { modelId: 'm', dimensions: 8 });
  for (let sweep = 0; sweep < 3; sweep++) await chore();
  expect(asked).toEqual([undefined, 'p200', undefined].map((after) => ({ modelId: 'm', dimensions: 8, after })));
});

test.each([undefined, { modelId: 'm' }, { modelId: 'm', dimensions: 8, state: 'unable' }])(
  'nothing is dropped without a model whose length is sure: %j',
  async (embedder) => {
    const { asked, dropUnlike } = recording([]);
    await dropUnlikeVectors({ dropUnlike }, embedder)();
    expect(asked).toEqual([]);
  },
);
