import { expect, test } from 'vitest';
import { traceCalls } from './trace-calls.ts';

test('without tracing the object is itself', () => {
  const repositories = { memories: { save: async () => 1 } };
  expect(traceCalls(repositories)).toBe(repositories);
});
