import type { Rule } from '../rules/rule.ts';

const letIn: Rule = {
  id: 'documents-let-in',
  effect: 'allow',
  when: { kind: ['knowledge.write'] },
  justification: 'The project has no rule that names documents that are put in, so they are let in.',
};

/**
 * Rules of a project, which leave documents alone until one of them names `knowledge.write`: many were written before it was a kind of its
 * own, and are about what agents do elsewhere. What they deny or ask of every kind wins over this one, and so does what a workspace says.
 */
export const withDocumentsLetIn = (rules: readonly Rule[]): readonly Rule[] =>
  rules.some(({ when }) => when.kind?.includes('knowledge.write') === true) ? rules : [...rules, letIn];
