import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../actions/canonical-json.ts';
import type { Action } from '../actions/action.ts';
import { decide } from '../decision/decide.ts';
import type { Rule } from '../rules/rule.ts';
import { circumstances } from '../testing/verdicts.ts';
import { allowsEvery } from './allows-every.ts';
import { compilePolicy, newRulesSchema, readRules, rulesDigest } from './compile-policy.ts';

describe('the rules of a new revision', () => {
  const of = (lists: number, each: number) =>
    Array.from({ length: lists }, (_, at) => ({
      id: `r${at}`,
      effect: 'deny',
      when: { path: Array.from({ length: each }, (__, one) => `/repo/${one}/**`) },
      justification: 'test',
    }));

  it('list at most 5,000 patterns, names and kinds', () => {
    expect(newRulesSchema.safeParse(of(100, 50)).success).toBe(true);
    expect(newRulesSchema.safeParse([...of(100, 50), ...of(1, 1).map((rule) => ({ ...rule, id: 'more' }))]).error?.issues).toMatchObject([
      { message: 'must list at most 5000 patterns, names and kinds in all their conditions' },
    ]);
  });

  const met = (when: object) => newRulesSchema.safeParse([{ id: 'r', effect: 'deny', when, justification: 'test' }]);

  it.each<[object, string]>([
    [{ command: { head: ['git push'] } }, 'when.command.head.0'],
    [{ command: { head: ['/bin/rm'] } }, 'when.command.head.0'],
    [{ command: { head: ['r\u200bm'] } }, 'when.command.head.0'],
    [{ command: { flags: ['force'] } }, 'when.command.flags.0'],
    [{ path: ['/repo/a', 'src/**'] }, 'when.path.1'],
    [{ path: ['/repo/../srv/**'] }, 'when.path.0'],
    [{ path: ['/repo/infra/'] }, 'when.path.0'],
    [{ path: ['/repo//infra'] }, 'when.path.0'],
    [{ host: ['https://evil.example'] }, 'when.host.0'],
    [{ host: ['evil.example:443'] }, 'when.host.0'],
    [{ host: ['bücher.example'] }, 'when.host.0'],
    [{ kind: ['mcp.call'], command: { head: ['git'] } }, 'when.command'],
    [{ kind: ['shell.exec'], tool: ['send'] }, 'when.tool'],
  ])('say what no action meets: %j', (when, place) => {
    expect(met(when).error?.issues.map(({ path }) => path.join('.'))).toEqual([`0.${place}`]);
  });

  it.each<[object]>([
    [{ command: { head: ['git', 'np*'], flags: ['-f', '--force'] } }],
    [{ path: ['/', '/repo/**', '**/*.pem', '*'] }],
    [{ host: ['*.example', 'xn--bcher-kva.example', '::1', '10.*', '[::1]'] }],
    [{ kind: ['mcp.call', 'shell.exec'], tool: ['send'], command: { head: ['git'] } }],
  ])('are taken with what an action may meet: %j', (when) => {
    expect(met(when).error).toBeUndefined();
  });
});

describe('rules that were written before documents that are put in had a kind', () => {
  const upload: Action = { kind: 'knowledge.write', title: 't', size: 1, media_type: 'text/plain', sha256: 'a'.repeat(64) };
  const rule = (effect: Rule['effect'], when: Rule['when']): Rule => ({ id: effect.replace('_', '-'), effect, when, justification: 'x' });
  const saves = rule('allow', { kind: ['memory.write'] });
  const written = (rules: readonly Rule[]) => ({ number: 1, name: 'x', rules });
  const stored = (rules: readonly Rule[], digest: string) => ({ ...written(rules), rules: JSON.stringify(rules), digest });
  const before = (rules: readonly Rule[]) => stored(rules, hash('sha256', canonicalJson(written(rules)), 'hex'));
  const since = (rules: readonly Rule[]) => stored(rules, rulesDigest(written(rules)));
  const inForce = (project: ReturnType<typeof before> | undefined, workspace?: ReturnType<typeof before>) =>
    compilePolicy({ etag: '', project, workspace });
  const verdict = (...args: Parameters<typeof inForce>) => decide(upload, inForce(...args).revision, circumstances).outcome;

  it('let them in as they did, and those written since only where they say so', () => {
    expect([verdict(before([saves])), verdict(since([saves]))]).toEqual(['allow', 'deny']);
    expect(allowsEvery(inForce(before([saves])).revision, 'knowledge.write')).toBe(true);
    expect(readRules(before([saves]), 'project').rules.map(({ id }) => id)).toEqual(['allow', 'documents-as-before']);
    expect(inForce(before([saves])).fault).toBeUndefined();
  });

  it('deny and ask as far as they do so of every kind', () => {
    expect([verdict(before([rule('deny', {})])), verdict(before([rule('require_approval', {})]))]).toEqual(['deny', 'require_approval']);
  });

  it('allow nothing as those of a workspace, and weaken nothing that it says', () => {
    expect(readRules(before([saves]), 'workspace').rules).toEqual([saves]);
    expect([
      verdict(since([saves]), before([saves])),
      verdict(before([saves]), since([rule('deny', { kind: ['knowledge.write'] })])),
    ]).toEqual(['deny', 'deny']);
  });

  it('are seen when they are not what was written', () => {
    const { digest } = before([saves]);
    expect(inForce({ ...before([saves, rule('deny', {})]), digest }).fault).toContain('not what was written');
  });
});
