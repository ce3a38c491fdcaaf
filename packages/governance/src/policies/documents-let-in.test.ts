import { expect, it } from 'vitest';
import type { Action } from '../actions/action.ts';
import { decide } from '../decision/decide.ts';
import type { Rule } from '../rules/rule.ts';
import { circumstances } from '../testing/verdicts.ts';
import { allowsEvery } from './allows-every.ts';
import { withWorkspace } from './compile-policy.ts';

const upload: Action = { kind: 'knowledge.write', title: 't', size: 1, media_type: 'text/plain', sha256: 'a'.repeat(64) };
const rule = (effect: Rule['effect'], when: Rule['when']): Rule => ({ id: effect.replace('_', '-'), effect, when, justification: 'x' });
const saves = rule('allow', { kind: ['memory.write'] });
const held = (own: readonly Rule[], above?: readonly Rule[]) =>
  withWorkspace({ number: 1, name: 'x', rules: own }, above && { number: 1, rules: above });
const verdict = (...rules: Parameters<typeof held>) => decide(upload, held(...rules), circumstances).outcome;

it('documents are let in by rules that name them nowhere, without a decision on each', () => {
  expect(decide(upload, held([saves]), circumstances)).toMatchObject({ outcome: 'allow', ruleIds: ['documents-let-in'] });
  expect(allowsEvery(held([saves]), 'knowledge.write')).toBe(true);
});

it('rules that name them decide alone', () => {
  const naming = (effect: Rule['effect']) => rule(effect, { kind: ['memory.write', 'knowledge.write'], agent: ['somebody'] });
  expect([verdict([naming('allow')]), verdict([naming('deny')]), verdict([saves, rule('allow', { kind: ['knowledge.write'] })])]).toEqual([
    'deny',
    'deny',
    'allow',
  ]);
});

it('what is denied or asked of every kind, or by the workspace, holds for them too', () => {
  expect([verdict([rule('deny', {})]), verdict([rule('require_approval', {})])]).toEqual(['deny', 'require_approval']);
  expect(verdict([saves], [rule('deny', { kind: ['knowledge.write'] })])).toBe('deny');
});
