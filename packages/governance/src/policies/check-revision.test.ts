import { describe, expect, it } from 'vitest';
import { ruleSchema } from '../rules/rule.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import { bypasses } from './bypasses.ts';
import { checkRevision } from './check-revision.ts';

const shell = (command: string) => ({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });
const rule = (effect: string, when: object, rest: object = {}) =>
  ruleSchema.parse({ id: effect.replace('_', '-'), effect, when: { kind: ['shell.exec'], ...when }, justification: 'test', ...rest });
const faults = (...rules: readonly ReturnType<typeof rule>[]) =>
  checkRevision({ number: 1, name: 'x', rules }).map(({ path, message }) => `${path} ${message}`);

const { rules: starter } = starterRevision;
const known = Object.values(bypasses).flat().length;

describe('the gate', () => {
  it('lets the starter revision through, and rules that deny or ask', () => {
    expect(faults(...starter)).toEqual([]);
    expect(faults(rule('deny', {}), rule('require_approval', {}))).toEqual([]);
    expect(faults()).toEqual([]);
  });

  it('counts every known way around that would go through', () => {
    const told = faults(rule('allow', {}));
    expect(told).toHaveLength(6);
    expect(told.at(-1)).toBe(`rules and ${known - 5} more such commands`);
  });

  it.each([
    ['one person', { user: ['ada'] }],
    ['one agent', { agent: ['a'] }],
    ['people alone', { credential: ['session'] }],
    ['a time of day', { time: { from: '09:00', to: '17:00' } }],
    ['after something', { after: { event: 'file.write', within_s: 60 } }],
    ['another directory', { args: [{ path: '/cwd', op: 'eq', value: '/srv/app' }] }],
  ])('does not let a rule that allows everything to %s through', (_, when) => {
    expect(faults(rule('allow', when))).toHaveLength(6);
  });

  it.each([
    ['some time', { time: { from: '00:00', to: '00:00' } }],
    ['somebody', { user: ['*'] }],
    ['some past', { rate: { key: 'user', window_s: 60, max: 0 } }],
  ])('does not count on a rule that denies at %s only', (_, when) => {
    expect(faults(rule('allow', {}), rule('deny', when))).toHaveLength(6);
  });

  it.each([
    ['any file', {}],
    ['any file of the workspace', { path: ['/repo/**'] }],
    ['any file by its text', { args: [{ path: '/path', op: 'matches', value: '/*' }] }],
  ])('does not let a rule through that allows writing %s and so what runs later', (_, when) => {
    const writing = rule('allow', { kind: ['file.write'], ...when });
    expect(faults(writing)[0]).toBe('rules would allow writing "/repo/.git/hooks/pre-commit", which is a known way around policies');
    expect(faults(...starter, writing)).toEqual([]);
  });

  it('lets a rule through that allows writing in one folder', () => {
    expect(faults(rule('allow', { kind: ['file.write'], args: [{ path: '/path', op: 'matches', value: '/repo/src/*' }] }))).toEqual([]);
    expect(faults(rule('allow', { kind: ['file.write'], path: ['/repo/src/**'] }))).toEqual([]);
  });

  it('lets rules that allow some commands through beside those that deny what goes around them', () => {
    expect(faults(...starter, rule('allow', { command: { head: ['npm', 'git'] } }))).toEqual([]);
  });

  it('holds examples against what a rule says of actions, whoever acts and whenever', () => {
    const examples = { match: [shell('npm publish')], not_match: [shell('ls')] };
    const when = { command: { head: ['npm'] }, user: ['ada'], time: { from: '09:00', to: '17:00' } };
    expect(faults(rule('deny', when, { examples }))).toEqual([]);
    const wrong = { match: [shell('ls'), { kind: 'shell.exec' }], not_match: [shell('npm test')] };
    expect(faults(rule('deny', when, { examples: wrong }))).toEqual([
      'rules.0.examples.match.0 does not match the rule, and must',
      expect.stringContaining('rules.0.examples.match.1 is no action: command'),
      'rules.0.examples.not_match.0 matches the rule, and must not',
    ]);
  });

  it('refuses an id that stands twice, and a limit beyond which something is allowed', () => {
    const limit = { kind: ['memory.write'], rate: { key: 'user', window_s: 60, max: 1 } };
    expect(faults(rule('deny', {}), rule('deny', {}), rule('allow', limit))).toEqual([
      'rules.1.id stands twice: deny',
      expect.stringContaining('rules.2.when.rate must not be in a rule that allows'),
    ]);
  });
});
