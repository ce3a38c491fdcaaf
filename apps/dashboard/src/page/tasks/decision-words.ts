import type { TaskDecision } from '../api/tasks.ts';

type Outcomes = Readonly<Record<string, string>>;

/** What is said of a step, behind its name. */
const ofSteps: Readonly<Record<Exclude<TaskDecision['subject'], 'plan'>, Outcomes>> = {
  preview: {
    allow: 'would be allowed',
    allow_with_obligations: 'would be allowed with obligations',
    require_approval: 'would need an approval',
    deny: 'would be denied',
  },
  step: {
    allow: 'was allowed',
    allow_with_obligations: 'was allowed with obligations',
    require_approval: 'needs an approval',
    deny: 'was denied',
  },
  person: {
    succeeded: 'was done, a person said',
    failed: 'failed, a person said',
    unknown: 'may be done or not, a person said',
    retry: 'is to be done again, a person said',
  },
};

/** A decision about a task as the end of a sentence: behind the name of its step, or alone where it is about the plan. */
export function decisionWords({ subject, outcome }: Pick<TaskDecision, 'subject' | 'outcome'>): string {
  const plain = outcome.replaceAll('_', ' ');
  if (subject === 'plan') return outcome === 'taken' ? 'The plan was accepted' : `The plan: ${plain}`;
  return ofSteps[subject][outcome] ?? `: ${plain}`;
}
