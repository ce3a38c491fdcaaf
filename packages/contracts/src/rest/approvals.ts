import { actionKinds, approvalStatuses } from '@cairn/governance';
import { z } from 'zod';
import { moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { digest, risk, status } from './decision-schema.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential, personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const voting = z.enum([
  ...(['may_vote', 'self_approval', 'not_a_person', 'not_an_approver', 'voted_before'] as const),
  ...approvalStatuses.filter((one) => one !== 'pending'),
]);

const listed = z.strictObject({
  id: uuid('The approval.'),
  status,
  reason: z.string().nullable().meta({ description: 'Why it was superseded or revoked; null otherwise.' }),
  superseded_by: uuid('The approval that took its place.').nullable(),
  kind: z.enum(actionKinds).meta({ description: 'The kind of action.' }),
  title: z.string().meta({ description: 'The action in one line, cut; the card shows all of it.' }),
  requested_by: z.strictObject({ id: uuid('The person.'), name: z.string().nullable(), email: z.string().nullable() }),
  agent_id: z.string().nullable(),
  task_id: z.string().nullable(),
  at_checkpoint: z.boolean().meta({ description: 'Whether it lets a task go on at a checkpoint.' }),
  decision_id: uuid('The decision that asked first.'),
  action_digest: digest,
  policy_revision: wholeNumber(0, 'Number of the revision that asks.'),
  risk,
  asks: wholeNumber(1, 'How often it was asked for while it waited.'),
  quorum: wholeNumber(1, 'How many people must approve.'),
  approved_by: wholeNumber(0, 'How many have.'),
  approvers: wholeNumber(0, 'How many people may vote.'),
  voting: voting.meta({ description: 'Whether you may vote now, or why not.' }),
  created_at: moment('ISO 8601, UTC.'),
  updated_at: moment('ISO 8601, UTC.'),
  expires_at: moment('When it is too late to vote; once approved, to use it. ISO 8601, UTC.'),
});

const card = named(
  'Approval',
  listed.extend({
    rule_ids: z.array(z.string()).meta({ description: 'Rules that ask.' }),
    canonical: z.string().meta({
      description:
        'The whole action as canonical JSON, with hidden characters as escapes. What is approved is this and nothing else. A commitment stands for each secret, and the text of a memory is there only while somebody may decide on it.',
    }),
    parameters: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'A JSON pointer into the action.' }),
          value: z.string().meta({ description: 'Its value as JSON, with hidden characters as escapes.' }),
          hidden: z.boolean().meta({ description: 'Whether it has any.' }),
        }),
      )
      .meta({ description: 'The same by parameter.' }),
    effects: z.array(z.string()).meta({ description: 'What it does, in words.' }),
    provenance: z
      .array(z.strictObject({ argument: z.string(), source: z.string(), control: z.boolean() }))
      .meta({ description: 'Values that nobody vouches for; `control`: it decides where or what is done.' }),
    unchecked: z.array(z.string()).meta({ description: 'What could not be checked.' }),
    roles: z.array(z.string()).meta({ description: 'Roles that may vote.' }),
    veto: z.boolean().meta({ description: 'Whether one denial denies.' }),
    grants: z
      .strictObject({
        uses: wholeNumber(1, 'The most uses.'),
        task: z.boolean().meta({ description: 'Whether for the rest of the task.' }),
        until_s: wholeNumber(0, 'How many seconds ahead; 0: not at all.'),
      })
      .meta({ description: 'What a vote may give beyond one use.' }),
    left: z
      .strictObject({ uses: wholeNumber(0, 'Null: without a bound by number.').nullable(), this_task_only: z.boolean() })
      .nullable()
      .meta({ description: 'What is left of what was given; null unless approved.' }),
    votes: z.array(
      z.strictObject({
        user_id: uuid('Who.'),
        name: z.string().nullable(),
        role: z.string(),
        decision: z.enum(['approve', 'deny']),
        comment: z.string().nullable(),
        created_at: moment('ISO 8601, UTC.'),
      }),
    ),
    executions: z
      .array(
        z.strictObject({
          id: uuid('The execution.'),
          decision_id: uuid('The decision that it began by.'),
          status: z.enum(['running', 'succeeded', 'failed', 'unknown']),
          exit_code: z.int().nullable(),
          summary: z.string().nullable().meta({ description: 'What whoever did it told, hidden characters as escapes.' }),
          started_at: moment('ISO 8601, UTC.'),
          reported_at: moment('ISO 8601, UTC; null while it runs.').nullable(),
        }),
      )
      .meta({ description: 'What was begun by it, newest first, at most 20.' }),
    checkpoint: z
      .strictObject({
        step_id: z.string().meta({ description: 'The checkpoint.' }),
        goal: z.string().meta({ description: 'What the task is for.' }),
        lets_go_on: z.array(z.strictObject({ id: z.string(), kind: z.string() })).meta({ description: 'Steps that wait for it.' }),
        rests_on: z
          .array(
            z.strictObject({
              id: z.string().meta({ description: 'The step.' }),
              output: z.string().meta({ description: 'The beginning of what it gave, as JSON with hidden characters as escapes.' }),
              whole: z.boolean().meta({ description: 'Whether that is all of it.' }),
            }),
          )
          .meta({ description: 'What the steps gave that it depends on: up to 8,192 characters each, of the first 20.' }),
      })
      .nullable()
      .meta({ description: 'Of a checkpoint of a task, for those who may vote on it now; null otherwise.' }),
    trace_id: z.string().nullable().meta({ description: 'Trace of the request that asked first, 32 hex digits.' }),
    hint: z.string().optional().meta({ description: 'Set when fewer people may vote than have to: what to do about it.' }),
  }),
);

const grant = z
  .discriminatedUnion('scope', [
    z.strictObject({ scope: z.literal('once') }),
    z.strictObject({ scope: z.literal('uses'), uses: z.int().min(1).max(1000).meta({ description: 'How often.' }) }),
    z.strictObject({ scope: z.literal('task') }),
    z.strictObject({ scope: z.literal('until'), until: z.iso.datetime().meta({ description: 'ISO 8601, UTC.' }) }),
  ])
  .meta({
    description:
      'How much an approval gives, always of the very same action and within what the rule permits. Default: once. Of several votes, the least.',
  });

const vote = named(
  'ApprovalVote',
  z.strictObject({
    decision: z.enum(['approve', 'deny']),
    comment: text({ description: 'Why, at most 2000 characters. Kept sealed.', max: 2000, unit: 'characters' }).optional(),
    grant: grant.optional(),
  }),
);

const settings = named(
  'GovernanceSettings',
  z.strictObject({
    allow_self_approval: z.boolean().meta({
      description: 'Whether people of this project may approve what they asked for themselves. For a person alone in a workspace.',
    }),
  }),
);

const tag = 'Governance';
const conflict = { description: 'It does not wait any more, or you have voted before; a problem document.' };
const answered = { description: 'The approval as it stands now.', body: card };

/** Approvals of a project. People decide on them, by their session alone. */
export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    tag,
    summary: 'List approvals, newest first',
    description:
      'Owners, admins and approvers who are signed in see all of the project; members, API keys and connected apps see what their person asked for.',
    credentials: anyCredential,
    query: listQuery.extend({ status: z.enum(approvalStatuses).optional().meta({ description: 'Only those that stand so.' }) }),
    answers: { 200: { description: 'A page of approvals.', body: listOf('ApprovalList', listed) } },
  },
  getApproval: {
    method: 'GET',
    path: '/v1/approvals/{id}',
    tag,
    summary: 'Read what is to be decided on',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: { description: 'The approval with the whole action.', body: card } },
  },
  voteOnApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}/votes',
    tag,
    summary: 'Approve or deny',
    description:
      'For a signed-in person with one of the roles of the approval. Whoever asked is refused with `self_approval`, by whichever credential. One vote a ' +
      'person; it is not changed.',
    credentials: anyCredential,
    params: idParams,
    body: vote,
    answers: { 200: answered, 409: conflict },
  },
  cancelApproval: {
    method: 'DELETE',
    path: '/v1/approvals/{id}',
    tag,
    summary: 'Cancel what you asked for',
    description: 'Ends the waiting, or what was given. For the person who asked, by any credential of theirs.',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: answered, 409: { description: 'It has ended before; a problem document.' } },
  },
  revokeApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}/revoke',
    tag,
    summary: 'Take back what was approved',
    description: 'For those who may vote on it. Permits that were given by it and not begun with are void.',
    credentials: personOnly,
    params: idParams,
    answers: { 200: answered, 409: { description: 'Nothing of it is left to take back; a problem document.' } },
  },
  getGovernanceSettings: {
    method: 'GET',
    path: '/v1/governance/settings',
    tag,
    summary: "Read the project's settings of governance",
    credentials: anyCredential,
    answers: { 200: { description: 'The settings.', body: settings } },
  },
  changeGovernanceSettings: {
    method: 'PATCH',
    path: '/v1/governance/settings',
    tag,
    summary: "Change the project's settings of governance",
    description: 'For owners. It holds from now on, for approvals that wait too, and is in the audit.',
    credentials: personOnly,
    body: settings,
    answers: { 200: { description: 'The settings.', body: settings } },
  },
} as const satisfies RestRoutes;
