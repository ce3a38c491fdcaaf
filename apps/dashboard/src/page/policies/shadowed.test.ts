import { expect, test } from 'vitest';
import type { Rule } from '../api/policies.ts';
import { shadowed } from './shadowed.ts';

const rule = (id: string, effect: Rule['effect'] = 'allow'): Rule => ({ id, effect, when: {}, justification: 'x' });

test('what is not in force is put on trial beside what is, which stays as it is', () => {
  const [kept, changed] = [rule('kept'), rule('changed')];
  expect(shadowed([kept, changed], [kept, rule('changed', 'deny'), rule('new')])).toEqual([
    kept,
    changed,
    { ...rule('changed-trial', 'deny'), mode: 'shadow' },
    { ...rule('new'), mode: 'shadow' },
  ]);
});

test('ids stay apart, and as short as they have to be', () => {
  const long = 'x'.repeat(64);
  const ids = shadowed([rule(long), rule('a'), rule('a-trial')], [rule(long, 'deny'), rule('a', 'deny')]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  expect(ids.slice(3)).toEqual([`${'x'.repeat(58)}-trial`, 'a-trial2']);
});
