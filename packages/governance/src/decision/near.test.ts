import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import { ruleSchema } from '../rules/rule.ts';
import type { ArgCondition, Rule } from '../rules/rule.ts';
import { decideBy, shellAction } from '../testing/verdicts.ts';

const rule = (effect: Rule['effect'], args?: ArgCondition): Rule =>
  ruleSchema.parse({ id: `${effect}-rule`, effect, when: args === undefined ? {} : { args: [args] }, justification: 'test' });
const call = (to: unknown) => actionSchema.parse({ kind: 'mcp.call', server: 's', tool: 't', arguments: { to } });
const held = (to: unknown, condition: ArgCondition) =>
  (['deny', 'require_approval'] as const).map((effect) => decideBy(call(to), [rule('allow'), rule(effect, condition)]).outcome);
const stopped = ['deny', 'require_approval'];
const free = ['allow', 'allow'];
const allowed = (to: unknown, condition: ArgCondition) => decideBy(call(to), [rule('allow', condition)]).outcome === 'allow';

const path = '/arguments/to';
const evil: ArgCondition = { path, op: 'eq', value: 'Evil@x.example' };
const spellings = [
  'Evil@x.example',
  'evil@X.EXAMPLE',
  ' Evil@x.example',
  'Evil@x.example\n',
  'Ｅvil@x.example',
  'Evil@x\u200b.example',
  ['Evil@x.example'],
  ['a@x.example', ['evil@x.example ']],
];

describe('a value that a rule names', () => {
  it.each(spellings)('is met however it is spelt where the rule denies or asks: %j', (to) => {
    expect(held(to, evil)).toEqual(stopped);
    expect(held(to, { path, op: 'in', value: ['x', 'Evil@x.example'] })).toEqual(stopped);
    expect(held(to, { path, op: 'matches', value: 'EVIL@*' })).toEqual(stopped);
  });

  it.each(spellings.slice(1))('is only met letter by letter where it allows: %j', (to) => {
    expect(allowed(to, evil)).toBe(false);
    expect(allowed('Evil@x.example', evil)).toBe(true);
  });

  it.each(spellings)('is left out of a rule that allows all but it, however it is spelt: %j', (to) => {
    const others: ArgCondition = { path, op: 'ne', value: 'Evil@x.example' };
    expect(allowed(to, others)).toBe(false);
    expect(allowed('a@x.example', others)).toBe(true);
  });

  it.each<[unknown, ArgCondition]>([
    ['1', { path, op: 'eq', value: 1 }],
    [1, { path, op: 'eq', value: '1' }],
    ['1.0', { path, op: 'eq', value: 1 }],
    [[1], { path, op: 'in', value: ['1', 2] }],
    ['TRUE', { path, op: 'eq', value: true }],
    [true, { path, op: 'eq', value: 'true' }],
    [' 101 ', { path, op: 'gt', value: 100 }],
    [['101'], { path, op: 'gte', value: 101 }],
    [12, { path, op: 'matches', value: '1*' }],
    ['Straße', { path, op: 'eq', value: 'STRASSE' }],
    ['e\u0301', { path, op: 'eq', value: 'é' }],
    ['a  b', { path, op: 'eq', value: 'a b' }],
  ])('is met by %j where the rule does not allow', (to, condition) => {
    expect(held(to, condition)).toEqual(stopped);
  });

  it.each<[unknown, ArgCondition]>([
    ['evil@x.example.org', evil],
    ['1a', { path, op: 'eq', value: 1 }],
    ['', { path, op: 'eq', value: 0 }],
    [[], { path, op: 'eq', value: '' }],
    [{ a: 'Evil@x.example' }, evil],
    [null, { path, op: 'eq', value: 'null' }],
    ['12345678901234567891', { path, op: 'eq', value: '12345678901234567890' }],
    ['99', { path, op: 'gt', value: 100 }],
  ])('is not met by another: %j', (to, condition) => {
    expect(held(to, condition)).toEqual(free);
  });

  it('is met in a command and a path, too', () => {
    const when = (condition: ArgCondition) => [rule('allow'), rule('deny', condition)];
    expect(decideBy(shellAction('NPM Publish'), when({ path: '/command', op: 'matches', value: 'npm *' })).outcome).toBe('deny');
    expect(decideBy(shellAction('npm publish'), when({ path: '/cwd', op: 'eq', value: '/REPO' })).outcome).toBe('deny');
  });

  it('costs little to look for in long lists, or is denied', () => {
    const long = Array.from({ length: 5000 }, (_, at) => `Name ${at}`);
    const rules = Array.from({ length: 100 }, (_, at) => ({ ...rule('deny', { path, op: 'matches', value: `*x${at}*y` }), id: `r${at}` }));
    const begun = performance.now();
    expect(decideBy(call(long), [rule('allow'), ...rules]).outcome).toBe('deny');
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it.each<[string, unknown]>([
    ['letters that become many', 'ﷺ'.repeat(200_000)],
    ['members without number', Array.from({ length: 100_000 }, (_, at) => at)],
    ['members of such letters', Array.from({ length: 60_000 }, (_, at) => `ﷺ${at}`)],
  ])('is not looked for where there are %s: that is denied', (_, long) => {
    expect(decideBy(call(long), [rule('allow'), rule('deny', evil)]).ruleIds).toEqual(['too-complex']);
    expect(decideBy(call(long), [rule('allow')]).outcome).toBe('allow');
  });

  it.each(['漢'.repeat(300_000), 'ж'.repeat(500_000), 'Ａ'.repeat(300_000), 'a'.repeat(1_000_000)])(
    'is looked for in long texts of any language: %#',
    (long) => {
      expect(decideBy(call(long), [rule('allow'), rule('deny', evil)]).outcome).toBe('allow');
    },
  );
});
