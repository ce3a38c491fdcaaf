import { approvalStatuses, obligationKinds, outcomes, preconditionKinds, riskLevels, ruleEffects } from '@cairn/governance';
import { z } from 'zod';
import { moment, uuid, wholeNumber } from '../reading/fields.ts';
import { named } from './list.ts';

const ruleId = z
  .string()
  .meta({ description: 'The rule; `approved`, `denied_before` or `too_many_waiting` where it is people who decided, or cannot.' });
const clause = z.string().meta({ description: 'Its condition.' });
const valueRef = z.string().meta({ description: 'Where the value is: a JSON pointer into the action, or what is known of it.' });

export const digest = z.string().meta({ description: 'SHA-256 of the canonical JSON of action, who acts and policy revision.' });
export const status = z.enum(approvalStatuses).meta({ description: 'Where it stands; what has lapsed is expired.' });

export const risk = z.strictObject({
  level: z.enum(riskLevels).meta({ description: 'The worst of what was found.' }),
  reasons: z.array(z.string()).meta({ description: 'What that is, at most ten.' }),
});

const precondition = z.strictObject({
  check: z.enum(preconditionKinds).meta({
    description:
      'realpath_within: the path, with all links followed, is in `root`. file_unchanged: the file has that SHA-256; null: it is as it was when you ' +
      'asked, or as absent. git_without_programs: the repository names no hooks, fsmonitor or other programs. clean_shell: it runs by ' +
      '`bash --noprofile --norc -c` with these variables and no other.',
  }),
  path: z.string().optional(),
  root: z.string().optional(),
  sha256: z.string().nullable().optional(),
  directory: z.string().optional(),
  env: z.array(z.string()).optional(),
});

const permit = z.strictObject({
  token: z.string().meta({ description: 'Spent once, by the credential that asked. Shown only here.' }),
  expires_at: moment('After that it is void; ISO 8601, UTC.'),
  preconditions: z.array(precondition).meta({
    description: 'What you check right before you begin. When one does not hold, do not begin: let the permit lapse and ask again.',
  }),
});

const approval = z.strictObject({
  id: uuid('The approval.'),
  status,
  expires_at: moment('When it is too late to vote; ISO 8601, UTC. Null for one that allowed this.').nullable(),
  hint: z.string().optional().meta({ description: 'Set when fewer people may vote than have to: what to do about it.' }),
});

export const decision = named(
  'Decision',
  z.strictObject({
    decision_id: uuid('The decision.'),
    outcome: z.enum(outcomes).meta({
      description: 'allow and allow_with_obligations come with a permit, require_approval with an approval: ask again once it is approved.',
    }),
    action_digest: digest,
    policy_revision: wholeNumber(0, 'Number of the revision that decided.'),
    rule_ids: z.array(z.string()).meta({ description: 'Rules that decided. None: no rule is about this, which denies.' }),
    risk,
    obligations: z.array(z.enum(obligationKinds)).meta({ description: 'What must be done with it.' }),
    explain: z
      .array(z.strictObject({ rule: ruleId, clause, matched: z.string().meta({ description: 'What it holds for.' }), value_ref: valueRef }))
      .meta({ description: 'Each condition of each rule that decided, and what people have said.' }),
    nearest_miss: z
      .strictObject({ rule: ruleId, missing: z.array(z.strictObject({ clause, value_ref: valueRef })) })
      .nullable()
      .meta({ description: 'The allowing rule that least was missing of; null when it is allowed or there is none.' }),
    shadow: z
      .array(z.strictObject({ rule: ruleId, would: z.enum(ruleEffects).meta({ description: 'What it would do.' }) }))
      .meta({ description: 'Rules on trial that match; they decide nothing.' }),
    approval: approval.optional(),
    permit: permit.optional(),
    trace_id: z.string().meta({ description: 'The W3C trace that the request belongs to.' }),
  }),
);
