import type { Actor } from '@cairn/core';
import { expect, test } from 'vitest';
import { createGovernor } from './govern.ts';
import type { GovernedStoresByCall } from './governed-stores.ts';
import type { Evaluator } from './policies/evaluator.ts';

test('what the rules allow of a kind whatever it is is not even looked at, so that it costs no query', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is called
  const evaluator = { allowsAll: async () => true } as unknown as Evaluator;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing of it is used
  const governor = createGovernor({ evaluator, stores: {} as GovernedStoresByCall });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  const actor = { projectId: 'p' } as Actor;
  expect(await governor.evaluate(actor, 'memory.write', () => Promise.reject(new Error('it was looked at')))).toBe('free');
});
