import type { Rule } from '../rules/rule.ts';

const allowDocuments: Rule = {
  id: 'documents-as-before',
  effect: 'allow',
  when: { kind: ['knowledge.write'] },
  justification: 'These rules were written when none could be about documents that are put in, and all were let in.',
};

/**
 * Rules of a project that were written before `knowledge.write` was a kind, with what held for it then. It is one of them like any other:
 * what they deny or ask of every kind wins over it.
 */
export const withKindsSince = (rules: readonly Rule[]): readonly Rule[] => [...rules, allowDocuments];
