import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import { ruleSchema } from '../rules/rule.ts';
import type { ArgCondition, Rule } from '../rules/rule.ts';
import { decideBy, shellAction } from '../testing/verdicts.ts';

const rule = (effect: Rule['effect'], ...args: readonly ArgCondition[]): Rule =>
  ruleSchema.parse({ id: `${effect}-rule`, effect, when: { args }, justification: 'test' });
const matches = (path: string, value: string): ArgCondition => ({ path, op: 'matches', value });
const write = (path: string) => actionSchema.parse({ kind: 'file.write', path, workspace_root: '/repo', after_hash: 'a'.repeat(64) });
const call = (args: object) => actionSchema.parse({ kind: 'mcp.call', server: 's', tool: 't', arguments: args });
const allowing = (action: Parameters<typeof decideBy>[0], condition: ArgCondition) => decideBy(action, [rule('allow', condition)]).outcome;
const denying = (action: Parameters<typeof decideBy>[0], condition: ArgCondition) =>
  decideBy(action, [ruleSchema.parse({ id: 'all', effect: 'allow', when: {}, justification: 'test' }), rule('deny', condition)]).outcome;

describe('a condition on an argument that is a path or an address', () => {
  it.each(['/repo/src/../../srv/x', '/repo/src/..', '/repo/src/./../package.json', '/repo/src//../a'])(
    'does not let an allowed folder be left: %s',
    (path) => {
      expect(allowing(write(path), matches('/path', '/repo/src/*'))).toBe('deny');
    },
  );

  it.each(['/repo/src/a', '/repo/src/b/../a', '/repo/src/..a', '/repo/src/a..'])('allows what stays in it: %s', (path) => {
    expect(allowing(write(path), matches('/path', '/repo/src/*'))).toBe('allow');
  });

  it.each(['/repo/./infra/a', '/repo//infra/a', '/repo/x/../infra/a', '//repo/infra/a', '/repo/infra/../a'])(
    'denies what is in a denied folder, however it is written: %s',
    (path) => {
      expect(denying(write(path), matches('/path', '/repo/infra/*'))).toBe('deny');
      expect(denying(write('/repo/a'), matches('/path', '/repo/infra/*'))).toBe('allow');
    },
  );

  it.each(['/data/../etc/shadow', '/data/%2e%2e/etc', String.raw`/data/..\etc`, '/data/x%2f..%2F..%2fetc'])(
    'looks at arguments of tools in the same way: %s',
    (path) => {
      expect(allowing(call({ path }), matches('/arguments/path', '/data/*'))).toBe('deny');
      expect(denying(call({ path }), matches('/arguments/path', '/etc*'))).toBe('deny');
    },
  );

  it.each(['/data/%252e%252e/etc', '/data/..%252f..%252fetc'])('looks through what is encoded twice: %s', (path) => {
    expect(allowing(call({ path }), matches('/arguments/path', '/data/*'))).toBe('deny');
  });

  it('takes the steps out of the path of an address, not out of its origin', () => {
    const inside = matches('/arguments/url', 'https://ok.example/a/*');
    expect(allowing(call({ url: 'https://ok.example/a/b' }), inside)).toBe('allow');
    expect(allowing(call({ url: 'https://ok.example/a/b/../c' }), inside)).toBe('allow');
    expect(allowing(call({ url: 'https://ok.example/a/../c' }), inside)).toBe('deny');
    expect(allowing(call({ url: 'https://ok.example/a/..?b' }), inside)).toBe('deny');
    expect(allowing(call({ url: 'https://ok.example/a/b?c=../../d' }), inside)).toBe('allow');
    expect(denying(call({ url: 'https://ok.example/x/../a/c' }), inside)).toBe('deny');
  });

  it('leaves a command as it is', () => {
    expect(allowing(shellAction('ls ./src/../a'), { path: '/command', op: 'eq', value: 'ls ./src/../a' })).toBe('allow');
  });
});

describe('a star over an argument, in a rule that allows', () => {
  const url = matches('/arguments/url', 'https://ok.example/*');
  const free = { ...url, free_text: true };

  it.each([
    'https://ok.example/\nhttps://evil.example',
    'https://ok.example/a\r\nb',
    'https://ok.example/a\tb',
    'https://ok.example/a ',
    'https://ok.example/ \n',
    'https://ok.example/\u202egpj.exe',
    'https://ok.example/a\u200bb',
    'https://ok.example/a\u00a0b',
    'https://ok.example/a\u2028b',
    'https://ok.example/\u0007',
  ])('stands for no line break, hidden character or blank at an end, unless the rule says so: %j', (value) => {
    expect([allowing(call({ url: value }), url), allowing(call({ url: value }), free)]).toEqual(['deny', 'allow']);
    expect(denying(call({ url: value }), url)).toBe('deny');
  });

  it.each(['https://ok.example/', 'https://ok.example/a b', 'https://ok.example/\u00fc\u65e5', 'https://ok.example/\'"<>'])(
    'stands for what is seen: %j',
    (value) => {
      expect(allowing(call({ url: value }), url)).toBe('allow');
    },
  );

  it('says nothing of a value that the rule has whole, and nothing of a command, which is read as one', () => {
    expect(allowing(call({ url: 'a\nb' }), { path: '/arguments/url', op: 'eq', value: 'a\nb' })).toBe('allow');
    expect(allowing(shellAction("git commit -m 'a\nb'"), matches('/command', 'git commit *'))).toBe('allow');
  });

  it('is met by no value with something hidden put into it, and a rule that denies still is', () => {
    const hidden = fc.constantFrom('\n', '\t', '\r', '\u200b', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u00a0', '\u2029', '\u{e0041}');
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((one) => `https://ok.example/${one.trim()}`);
    fc.assert(
      fc.property(text, hidden, fc.nat({ max: 30 }), (value, character, at) => {
        const place = Math.min(at, value.length);
        const changed = value.slice(0, place) + character + value.slice(place);
        expect([changed, allowing(call({ url: changed }), url)]).toEqual([changed, 'deny']);
        expect([changed, denying(call({ url: changed }), url)]).toEqual([changed, 'deny']);
      }),
    );
  });
});
