import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionDigest } from './action-digest.ts';
import { actionSchema } from './action.ts';
import { canonicalJson } from './canonical-json.ts';
import { shellAction } from '../testing/verdicts.ts';

describe('canonical JSON', () => {
  it('is that of the examples in RFC 8785', () => {
    expect(
      canonicalJson({
        numbers: ['333333333.33333329', '1E30', '4.50', '2e-3', '0.000000000000000000000000001'].map(Number),
        literals: [null, true, false],
      }),
    ).toBe('{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}');
    expect(Object.keys(JSON.parse(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, 1: 4, '😀': 5, '\u0080': 6, ö: 7 })))).toEqual(
      expect.arrayContaining(['\r', '1', '\u0080', 'ö', '\u20ac', '😀', '\ufb33']),
    );
    expect(canonicalJson({ '\ufb33': 3, '😀': 5 })).toBe('{"😀":5,"\ufb33":3}');
  });

  it('reads back as what it was made of, and does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, () => 1, [undefined]])('has no %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});

const reversed = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, one]) => [name, reversed(one)]),
      );

describe('a digest', () => {
  const acting = { projectId: 'p', userId: 'u', credentialId: 'c' };
  const action = shellAction('ls');
  const digest = actionDigest(action, acting, 0);

  it.each([
    ['command', shellAction('ls '), acting, 0],
    ['directory', { ...action, cwd: '/repo/a' }, acting, 0],
    ['environment', { ...action, env: ['PATH'] }, acting, 0],
    ['project', action, { ...acting, projectId: 'q' }, 0],
    ['user', action, { ...acting, userId: 'v' }, 0],
    ['credential', action, { ...acting, credentialId: 'd' }, 0],
    ['agent', action, { ...acting, agentId: 'a' }, 0],
    ['revision', action, acting, 1],
  ] as const)('is another one with another %s', (_, other, otherActing, revision) => {
    expect(actionDigest(actionSchema.parse(other), otherActing, revision)).not.toBe(digest);
  });

  it('is the same for the same, and 64 hexadecimal digits', () => {
    expect(actionDigest({ ...action }, { ...acting, agentId: undefined }, 0)).toBe(digest);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs when anything in the arguments of a call differs', () => {
    const call = (args: object) => actionSchema.parse({ kind: 'mcp.call', server: 's', tool: 't', arguments: args });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (one, other) => {
        const same = canonicalJson(one) === canonicalJson(other);
        fc.pre(actionSchema.safeParse(call(one)).success);
        expect(actionDigest(call(one), acting, 0) === actionDigest(call(other), acting, 0)).toBe(same);
      }),
    );
  });
});
