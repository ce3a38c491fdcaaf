import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import { ruleSchema } from '../rules/rule.ts';
import type { Conditions, Rule } from '../rules/rule.ts';
import { decideBy } from '../testing/verdicts.ts';

const rule = (effect: Rule['effect'], when: Conditions, rest: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ id: `${effect}-rule`, effect, when, justification: 'test', ...rest });
const outcome = (action: Action, ...rules: readonly Rule[]) => decideBy(action, rules).outcome;

describe('names of tools', () => {
  const named = (tool: string, server = 'mail') => actionSchema.parse({ kind: 'mcp.call', server, tool, arguments: {} });
  const rules = [
    rule('allow', { tool: ['get_*', 'exact;name'] }),
    rule('deny', { tool: ['delete_memory'] }),
    rule('require_approval', { server: ['Prod*'] }),
  ];

  it.each([
    ['get_memories', 'allow'],
    ['exact;name', 'allow'],
    ['get_memories;delete_memory', 'deny'],
    ['get_memories delete_memory', 'deny'],
    ['get_a\ndelete_memory', 'deny'],
    ['xget_a', 'deny'],
    ['delete_memory', 'deny'],
    ['DELETE_MEMORY', 'deny'],
    ['delete_memory ', 'deny'],
    ['delete\u200b_memory', 'deny'],
    ['\uff44elete_memory', 'deny'],
    ['d\u0435lete_memory', 'deny'],
    ['delete_memory\u0301', 'deny'],
    ['d\u00e9lete_memory', 'deny'],
    ['delete\u2010memory', 'deny'],
    ['get_a/../../delete', 'deny'],
    ['get_a/delete', 'deny'],
    ['get_..', 'deny'],
    ['get_m\u0435mories', 'deny'],
    ['get_v1.2-x', 'allow'],
  ])('%j is to %s', (tool, wanted) => expect(outcome(named(tool), ...rules)).toBe(wanted));

  it('a rule that denies or asks is not dodged by capitals, and one that allows is not met by them', () => {
    const all = rule('allow', { kind: ['mcp.call'] }, { id: 'all' });
    expect(decideBy(named('Delete_Memory'), [...rules, all])).toMatchObject({ outcome: 'deny', ruleIds: ['deny-rule'] });
    expect(outcome(named('get_a', 'PROD-1'), ...rules)).toBe('require_approval');
    expect(outcome(named('GET_A'), ...rules)).toBe('deny');
  });
});

describe('a name of a tool that does not tell where that of its server ends', () => {
  const whole = 'mcp__a__b__delete_memory';
  const named = actionSchema.parse({ kind: 'mcp.call', server: 'claude-code', tool: whole, arguments: {} });
  const all = rule('allow', { kind: ['mcp.call'] }, { id: 'all' });
  const denies = (when: Conditions) => outcome(named, rule('deny', when), all) === 'deny';
  const allows = (when: Conditions) => outcome(named, rule('allow', when)) === 'allow';

  it('is met by a rule that denies either of the tools or servers that it may mean', () => {
    expect([{ tool: ['delete_memory'] }, { tool: ['b__delete_memory'] }, { server: ['a'] }, { server: ['a__b'] }].map(denies)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect([{ tool: ['memory'] }, { tool: ['__b__delete_memory'] }, { server: ['b'] }].map(denies)).toEqual([false, false, false]);
  });

  it('is met by a rule that allows all of them, or that has it whole', () => {
    expect(
      [{ tool: ['delete_memory'] }, { tool: ['b__*'] }, { server: ['a'] }, { server: ['a', 'a__b'], tool: ['*'] }].map(allows),
    ).toEqual(Array.from({ length: 4 }, () => false));
    expect([{ tool: ['*'] }, { tool: [whole] }, { tool: [whole], server: ['claude-code'] }].map(allows)).toEqual([true, true, true]);
  });
});

describe('a name that looks like another', () => {
  const alike = fc.constantFrom('\u0430', '\u0435', '\u043e', '\u03bf', '\u0131', '\u13a0', '\u0261', '\u02bc', '\u{10400}');
  const name = fc.stringMatching(/^[a-z]{1,6}_[a-z]{1,6}$/);

  it('is denied with it, and allowed by nothing that names tools', () => {
    fc.assert(
      fc.property(name, alike, fc.nat(), (tool, letter, place) => {
        const at = place % tool.length;
        const other = tool.slice(0, at) + letter + tool.slice(at + 1);
        const named = actionSchema.parse({ kind: 'mcp.call', server: 's', tool: other, arguments: {} });
        expect(outcome(named, rule('deny', { tool: [tool] }), rule('allow', { kind: ['mcp.call'] }))).toBe('deny');
        expect(outcome(named, rule('allow', { tool: ['*', other] }))).toBe('deny');
      }),
    );
  });
});
