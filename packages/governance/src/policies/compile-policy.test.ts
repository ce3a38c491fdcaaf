import { describe, expect, it } from 'vitest';
import { newRulesSchema } from './compile-policy.ts';

describe('the rules of a new revision', () => {
  const of = (lists: number, each: number) =>
    Array.from({ length: lists }, (_, at) => ({
      id: `r${at}`,
      effect: 'deny',
      when: { path: Array.from({ length: each }, (__, one) => `/repo/${one}/**`) },
      justification: 'test',
    }));

  it('list at most 5,000 patterns, names and kinds', () => {
    expect(newRulesSchema.safeParse(of(100, 50)).success).toBe(true);
    expect(newRulesSchema.safeParse([...of(100, 50), ...of(1, 1).map((rule) => ({ ...rule, id: 'more' }))]).error?.issues).toMatchObject([
      { message: 'must list at most 5000 patterns, names and kinds in all their conditions' },
    ]);
  });
});
