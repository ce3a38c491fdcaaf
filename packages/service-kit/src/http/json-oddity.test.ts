import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonOddity } from './json-oddity.ts';

it.each([
  ['{"a":1,"a":2}', 'repeated-key'],
  ['{"x":{"a":1,"b":[{"a":1}],"a":2}}', 'repeated-key'],
  ['{"a":1,"\\u0061":2}', 'repeated-key'],
  ['{"a" : 1 , "a"\n:2}', 'repeated-key'],
  ['[{"a":1},{"a":2}]', undefined],
  ['{"a":{"a":{"a":"a"}},"b":"a"}', undefined],
  ['{"a":"\\"a\\":1,\\"a\\":","b":["a","a"]}', undefined],
  ['{"a\\\\":1,"a":2}', undefined],
  ['9007199254740991', undefined],
  ['9007199254740992', undefined],
  ['9007199254740993', 'altered-number'],
  ['{"a":[-12345678901234567890]}', 'altered-number'],
  ['1e400', undefined],
  ['1e-400', 'altered-number'],
  ['0.1', undefined],
  ['0.10000000000000001', 'altered-number'],
  ['3.141592653589793', undefined],
  ['3.14159265358979323846', 'altered-number'],
  ['1000000000000000000000', undefined],
  ['1.50E+3', undefined],
  ['0.000000000000000000000000000000', undefined],
  ['"9007199254740993"', undefined],
])('%s: %s', (text, oddity) => {
  expect(jsonOddity(text)).toBe(oddity);
});

it('has nothing against what a JSON writer wrote', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, indent) => {
      expect(jsonOddity(JSON.stringify(value, null, indent))).toBeUndefined();
    }),
  );
});

it.each(['{"a":', '[', '"\\\\', '1', ' ', '"a":1,', '{"":0},', '\\'])('takes linear time over a megabyte of %j', (unit) => {
  const begun = performance.now();
  jsonOddity(unit.repeat(1_000_000 / unit.length));
  jsonOddity(`{"a":"${unit.replaceAll('"', "'").repeat(1_000_000 / unit.length)}"}`);
  expect(performance.now() - begun).toBeLessThan(1500);
});
