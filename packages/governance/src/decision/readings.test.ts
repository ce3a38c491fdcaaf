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

  it('takes the steps out of the path of an address, not out of its origin', () => {
    const inside = matches('/arguments/url', 'https://ok.example/a/*');
    expect(allowing(call({ url: 'https://ok.example/a/b' }), inside)).toBe('allow');
    expect(allowing(call({ url: 'https://ok.example/a/b/../c' }), inside)).toBe('allow');
    expect(allowing(call({ url: 'https://ok.example/a/../c' }), inside)).toBe('deny');
    expect(denying(call({ url: 'https://ok.example/x/../a/c' }), inside)).toBe('deny');
  });

  it('leaves a command as it is', () => {
    expect(allowing(shellAction('ls ./src/../a'), { path: '/command', op: 'eq', value: 'ls ./src/../a' })).toBe('allow');
  });
});
