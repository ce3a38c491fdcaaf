import { expect, test } from 'vitest';
import { reasonsOf } from './decision-reasons.ts';

const said = (rule: string, clause: string) => ({ rule, clause, matched: 'what nobody may read', valueRef: '/x' });

test('the rules that decided are named with their conditions, each once and without what met them', () => {
  const explain = [said('b', 'kind'), said('a', 'kind'), said('b', 'args'), said('b', 'kind')];
  expect(reasonsOf({ ruleIds: ['a', 'b'], explain })).toEqual({
    reason: 'rules',
    rules: ['a', 'b'],
    clauses: { a: ['kind'], b: ['kind', 'args'] },
  });
});

test('what no rule is about is told so', () => {
  expect(reasonsOf({ ruleIds: [], explain: [] })).toEqual({ reason: 'no_rule', rules: [], clauses: {} });
});

test('of many rules the first are named and the others counted', () => {
  const ruleIds = Array.from({ length: 40 }, (_, at) => `rule-${at}`);
  const reasons = reasonsOf({ ruleIds, explain: ruleIds.map((id) => said(id, 'kind')) });
  expect([reasons.rules, reasons.more, Object.keys(reasons.clauses).length]).toEqual([ruleIds.slice(0, 16), 24, 16]);
});
