import { expect, test } from 'vitest';
import { metadataLabels } from './metadata-labels.ts';

test('each scalar member is a label, and each scalar item of a list', () => {
  expect(metadataLabels({ a: 'x', b: 1, c: true, d: null, tags: ['x', 'y', 'x', { deep: 1 }], deep: { a: 'x' }, none: [] })).toEqual([
    '["a","x"]',
    '["b",1]',
    '["c",true]',
    '["d",null]',
    '["tags","x"]',
    '["tags","y"]',
  ]);
});

test('values of another kind, and members of another name, have other labels', () => {
  const labels = [{ a: 1 }, { a: '1' }, { a: true }, { a: 'true' }, { a: null }, { a: 'null' }, { A: 1 }, { 'a","': 1 }, { a: '1"]' }];
  expect(new Set(labels.flatMap(metadataLabels)).size).toBe(labels.length);
  expect(metadataLabels({ a: 1.0, z: -0 })).toEqual(metadataLabels({ a: 1, z: 0 }));
});

test('metadata has no more labels than are kept', () => {
  expect(metadataLabels({ list: Array.from({ length: 1000 }, (_, i) => i) })).toHaveLength(256);
});
