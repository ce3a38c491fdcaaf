import { obligationKinds, outcomes, riskLevels, ruleEffects } from '@cairn/governance';
import { z } from 'zod';
import { wholeNumber } from '../reading/fields.ts';
import { named } from './list.ts';

const ruleId = z.string().meta({ description: 'The rule.' });
const clause = z.string().meta({ description: 'Its condition.' });
const valueRef = z.string().meta({ description: 'Where the value is: a JSON pointer into the action, or what is known of it.' });

const approval = z.strictObject({
  quorum: wholeNumber(1, 'How many people must approve.'),
  roles: z.array(z.string()).meta({ description: 'Roles that may.' }),
  exclude: z.array(z.string()).meta({ description: 'Who may not, whatever their role.' }),
  ttl_s: wholeNumber(1, 'Seconds after which it is too late.'),
  veto: z.boolean().meta({ description: 'Whether one denial denies.' }),
  grants: z
    .strictObject({
      uses: wholeNumber(1, 'The most uses that a vote may give.'),
      task: z.boolean().meta({ description: 'Whether a vote may allow it for the rest of a task.' }),
      until_s: wholeNumber(1, 'How many seconds ahead a vote may allow it; absent: not at all.').optional(),
    })
    .meta({ description: 'What a vote may give beyond one use.' }),
});

/** What would be decided, and why. */
export const evaluation = named(
  'PolicyEvaluation',
  z.strictObject({
    outcome: z.enum(outcomes).meta({ description: 'The decision.' }),
    action_digest: z.string().meta({ description: 'SHA-256 of the canonical JSON of action, who acts and policy revision.' }),
    policy_revision: wholeNumber(0, 'Number of the revision that decided.'),
    policy_name: z.string().meta({ description: 'Its name.' }),
    rule_ids: z.array(z.string()).meta({ description: 'Rules that decided. None: no rule is about this, which denies.' }),
    obligations: z.array(z.enum(obligationKinds)).meta({ description: 'What must be done with it.' }),
    risk: z.strictObject({
      level: z.enum(riskLevels).meta({ description: 'The worst of what was found.' }),
      reasons: z.array(z.string()).meta({ description: 'What that is, at most ten.' }),
    }),
    explain: z
      .array(z.strictObject({ rule: ruleId, clause, matched: z.string().meta({ description: 'What it holds for.' }), value_ref: valueRef }))
      .meta({ description: 'Each condition of each rule that decided.' }),
    nearest_miss: z
      .strictObject({ rule: ruleId, missing: z.array(z.strictObject({ clause, value_ref: valueRef })) })
      .nullable()
      .meta({ description: 'The allowing rule that least was missing of; null when it is allowed or there is none.' }),
    shadow: z
      .array(z.strictObject({ rule: ruleId, would: z.enum(ruleEffects).meta({ description: 'What it would do.' }) }))
      .meta({ description: 'Rules on trial that match; they decide nothing.' }),
    approval: approval.nullable().meta({ description: 'What an approval would need; null when none is asked for.' }),
  }),
);
