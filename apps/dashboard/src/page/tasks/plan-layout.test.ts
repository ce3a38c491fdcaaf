import { expect, test } from 'vitest';
import { layoutOf } from './plan-layout.ts';

const columnsOf = (steps: Parameters<typeof layoutOf>[0]): readonly (readonly string[])[] => {
  const columns = Map.groupBy(layoutOf(steps).nodes, ({ x }) => x);
  return [...columns.entries()].toSorted(([one], [other]) => one - other).map(([, nodes]) => nodes.map(({ step }) => step.id));
};

test('a step stands behind everything that it depends on, by the longest way', () => {
  const steps = [{ id: 'end', depends_on: ['a', 'c'] }, { id: 'a' }, { id: 'b', depends_on: ['a'] }, { id: 'c', depends_on: ['b'] }];
  expect(columnsOf(steps)).toEqual([['a'], ['b'], ['c'], ['end']]);
});

test('steps stand near what they depend on, so that lines seldom cross', () => {
  const steps = [{ id: 'a' }, { id: 'b' }, { id: 'of-b', depends_on: ['b'] }, { id: 'of-a', depends_on: ['a'] }];
  expect(columnsOf(steps)).toEqual([
    ['a', 'b'],
    ['of-a', 'of-b'],
  ]);
  expect(
    layoutOf(steps)
      .edges.map(({ from, to }) => `${from.step.id} ${to.step.id}`)
      .toSorted(),
  ).toEqual(['a of-a', 'b of-b']);
});

test('a plan that depends on itself is shown all the same', () => {
  expect(
    layoutOf([
      { id: 'a', depends_on: ['b'] },
      { id: 'b', depends_on: ['a'] },
    ]).nodes,
  ).toHaveLength(2);
});
