import { actionKinds, actionSchema, approvalStatuses, outcomes, riskLevels } from '@cairn/governance';
import { z } from 'zod';
import { at, credentialKind, digest, id, line, number } from './archive-fields.ts';

const name = line(256).nullable();
const sentences = z.array(z.string()).max(10_000);

/** An action as it is kept: what stands for its secrets may have made a text of it longer than callers may send. */
const keptAction = z.looseObject({ kind: z.enum(actionKinds) }).check((payload) => {
  const fault = actionSchema.safeParse(payload.value).error?.issues.find(({ code }) => code !== 'too_big');
  if (fault === undefined) return;
  payload.issues.push({ code: 'custom', message: `is no action: ${fault.path.join('.')} ${fault.message}`, input: payload.value });
});

/** What the rules said, as the service keeps it: readers look at what is named here. */
const keptDecision = z.looseObject({
  outcome: z.enum(outcomes),
  actionDigest: digest,
  policyRevision: number(0),
  ruleIds: sentences,
  risk: z.looseObject({ level: z.enum(riskLevels), reasons: sentences }),
});

/** Of whoever asked. */
const asker = {
  user_id: id('Who asked.'),
  credential_id: id('By which credential.'),
  agent_id: name,
  task_id: name,
};

const decision = z.strictObject({
  kind: z.literal('decision'),
  id: id('Of the decision.'),
  ...asker,
  credential_kind: credentialKind.optional(),
  action: keptAction,
  words: z.strictObject({ effects: sentences, unchecked: sentences }).optional(),
  decision: keptDecision,
  digest,
  subject: digest,
  policy_revision: number(0),
  outcome: z.enum(outcomes),
  reason: name,
  risk: z.enum(riskLevels),
  approval_id: id('The approval that it waited for or was allowed by.').nullable(),
  trace_id: name,
  created_at: at('When it was made.'),
});

const approval = z.strictObject({
  kind: z.literal('approval'),
  id: id('Of the approval.'),
  decision_id: id('The decision that asked first.'),
  status: z.enum(approvalStatuses),
  reason: name,
  superseded_by: id('The approval that took its place.').nullable(),
  ...asker,
  digest,
  subject: digest,
  policy_revision: number(0),
  asks: number(1),
  quorum: number(1),
  roles: z.array(line(64)).max(16),
  excluded: z.array(id('A person.')).max(1000),
  veto: z.boolean(),
  grants: z.strictObject({ uses: number(1).optional(), task: z.boolean().optional(), until_s: number(0).optional() }),
  ttl_s: number(0),
  created_at: at('When it was asked for.'),
  updated_at: at('When it last changed.'),
  expires_at: at('When it was too late.'),
});

/** What an approval gave. */
const grant = z.strictObject({
  kind: z.literal('grant'),
  approval_id: id('Of the approval.'),
  digest,
  uses_left: number(0).nullable(),
  task_only: z.boolean(),
  task_id: name,
  expires_at: at('When it ended.'),
});

const vote = z.strictObject({
  kind: z.literal('vote'),
  approval_id: id('Of the approval.'),
  user_id: id('Who.'),
  credential_id: id('By which credential.'),
  role: line(64),
  decision: z.enum(['approve', 'deny']),
  uses: number(1).nullable(),
  task_only: z.boolean(),
  until: at('Until when.').nullable(),
  comment: line(65_536).nullable(),
  created_at: at('When.'),
});

const execution = z.strictObject({
  kind: z.literal('execution'),
  id: id('Of the execution.'),
  decision_id: id('The decision that it began by.'),
  approval_id: id('The approval behind it.').nullable(),
  ...asker,
  digest,
  status: z.enum(['running', 'succeeded', 'failed', 'unknown']),
  exit_code: z.int().nullable(),
  summary: line(65_536).nullable(),
  started_at: at('When it began.'),
  reported_at: at('When it was told what became of it.').nullable(),
});

/** What was decided on and what came of it, in the order in which it comes. */
export const governanceRecords = { decision, approval, grant, vote, execution } as const;
