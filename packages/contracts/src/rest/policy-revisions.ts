import { mostFlips, mostUndecided, outcomes, newRulesSchema, ruleSchema } from '@cairn/governance';
import { z } from 'zod';
import { askedAction } from './asked-action.ts';
import { moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { listOf, listQuery, named } from './list.ts';
import { evaluation } from './policy-evaluation.ts';
import { anyCredential, personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const tag = 'Governance';

const scope = z
  .enum(['project', 'workspace'])
  .optional()
  .meta({ description: 'Whose rules: of the project, the default, or of its workspace, which stand above those of all its projects.' });
const scoped = z.strictObject({ scope });
const name = text({ description: 'What to call it, 1 to 200 characters.', max: 200, unit: 'characters', line: true, refuseBlank: true });
const numberParams = z.object({ n: wholeNumber(0, 'The number of the revision; 0 is the built-in one.') });

const instant = (description: string) =>
  z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T09:00:00Z' }).meta({ description });

const listed = z.strictObject({
  id: z.string().meta({ description: 'The number as text.' }),
  number: wholeNumber(0, 'Revisions of a project are numbered from 1; 0 is built in.'),
  name: z.string(),
  active: z.boolean().meta({ description: 'Whether it is the one in force.' }),
  status: z
    .enum(['draft', 'active', 'superseded'])
    .meta({ description: 'draft: it never was in force. superseded: another one is. Each can be activated.' }),
  rule_count: wholeNumber(0, 'How many rules it has.'),
  fault: z.string().nullable().meta({ description: 'Why it cannot be read: then it denies everything. Null when it can.' }),
  created_by: uuid('Who wrote it; null: built in.').nullable(),
  created_at: moment('ISO 8601, UTC; null: built in.').nullable(),
  activated_at: moment('When it last came into force; ISO 8601, UTC. Null: it never did, or it is built in.').nullable(),
});
const revision = named('PolicyRevision', listed.extend({ rules: z.array(ruleSchema) }));

const fault = z.strictObject({
  path: z.string().meta({ description: 'Where in the revision.' }),
  message: z.string().meta({ description: 'What is wrong.' }),
});

const flips = (description: string) =>
  z
    .strictObject({
      newly_allowed: wholeNumber(0, 'Were denied or asked, and would be allowed.'),
      newly_denied: wholeNumber(0, 'Were allowed or asked, and would be denied.'),
      newly_asked: wholeNumber(0, 'Were allowed or denied, and would be asked.'),
    })
    .meta({ description });

export const policyRevisionRoutes = {
  getPolicy: {
    method: 'GET',
    path: '/v1/policies',
    tag,
    summary: 'Read what is in force',
    description: 'Rules of the workspace and of the project hold together; whichever is stricter decides.',
    credentials: anyCredential,
    answers: {
      200: {
        description: 'What is enforced now.',
        body: named(
          'Policy',
          z.strictObject({
            enforced: z
              .enum(['rules', 'deny_all'])
              .meta({ description: 'deny_all: some of it cannot be read, so nothing is allowed until another revision is activated.' }),
            project: listed.meta({ description: "The project's revision." }),
            workspace: listed.meta({ description: "The workspace's; number 0: it has no rules." }),
          }),
        ),
      },
    },
  },
  listPolicyRevisions: {
    method: 'GET',
    path: '/v1/policies/revisions',
    tag,
    summary: 'List revisions of the policy',
    description: 'Newest first; the built-in one is the last.',
    credentials: anyCredential,
    query: listQuery.extend({ scope }),
    answers: { 200: { description: 'A part of the list.', body: listOf('PolicyRevisionList', listed) } },
  },
  createPolicyRevision: {
    method: 'POST',
    path: '/v1/policies/revisions',
    tag,
    summary: 'Write a new revision',
    description:
      'It never changes afterwards, and decides nothing until it is activated. Rules have the form of GET /v1/policies/schema.json.',
    credentials: personOnly,
    body: named('NewPolicyRevision', z.strictObject({ name, rules: newRulesSchema, scope })),
    answers: { 201: { description: 'The revision, under its number.', body: revision } },
  },
  getPolicyRevision: {
    method: 'GET',
    path: '/v1/policies/revisions/{n}',
    tag,
    summary: 'Read a revision',
    credentials: anyCredential,
    params: numberParams,
    query: scoped,
    answers: { 200: { description: 'The revision with its rules.', body: revision } },
  },
  testPolicyRevision: {
    method: 'POST',
    path: '/v1/policies/revisions/{n}/test',
    tag,
    summary: 'Test a revision',
    description:
      'Holds the examples of its rules and the built-in ways around policies against it, and, when one is given, an action: together with the rules of the workspace, with the past as it is.',
    credentials: anyCredential,
    params: numberParams,
    query: scoped,
    body: named(
      'PolicyTest',
      z.strictObject({
        action: askedAction.optional().meta({ description: 'What to decide on.' }),
        agent_id: text({ description: 'The agent that acts.', max: 256, unit: 'characters' }).optional(),
      }),
    ),
    answers: {
      200: {
        description: 'What was found.',
        body: named(
          'PolicyTestReport',
          z.strictObject({
            valid: z.boolean().meta({ description: 'Whether it may be activated.' }),
            faults: z.array(fault).meta({ description: 'What keeps it from that.' }),
            evaluation: evaluation.schema.nullable().meta({ description: 'The decision on the action; null when none was given.' }),
          }),
        ),
      },
    },
  },
  replayPolicyRevision: {
    method: 'POST',
    path: '/v1/policies/revisions/{n}/replay',
    tag,
    summary: 'Replay a revision on what was decided before',
    description:
      'Decides anew on recorded actions and tells which come out otherwise. What people approved counts as asked. Conditions on the past see it as it is now.',
    credentials: anyCredential,
    params: numberParams,
    query: scoped,
    body: named(
      'PolicyReplay',
      z.strictObject({
        limit: z.int().min(1).max(10_000).optional().meta({ description: 'Most actions, the newest. Default 1000.' }),
        from: instant('Decided at or after that; ISO 8601 with its offset.').optional(),
        to: instant('Decided before that; ISO 8601 with its offset.').optional(),
      }),
    ),
    answers: {
      200: {
        description: 'What would change.',
        body: named(
          'PolicyReplayReport',
          z.strictObject({
            replayed: wholeNumber(0, 'How many actions were decided on anew.'),
            not_replayed: z
              .strictObject({
                count: wholeNumber(0, `How many, of the whole time that was asked for; counted up to ${mostUndecided}.`),
                reason: z.string().meta({ description: 'Why, in words.' }),
              })
              .meta({
                description:
                  'Writes to memories and documents that no decision is recorded of, since the rules then allowed all of their kind. The revision may deny or ask for their like.',
              }),
            counts: flips('How many come out otherwise.'),
            by_rule: z.record(z.string(), flips('Of one rule of the revision.')),
            flips: z
              .array(
                z.strictObject({
                  decision_id: uuid('The decision as it was.'),
                  decided_at: moment('When.'),
                  kind: z.string(),
                  title: z
                    .string()
                    .nullable()
                    .meta({ description: 'The action in one line, cut; null for a key or an app when another person asked for it.' }),
                  from: z.enum(outcomes),
                  to: z.enum(outcomes),
                  flip: z.enum(['newly_allowed', 'newly_denied', 'newly_asked']),
                  rule_ids: z.array(z.string()).meta({ description: 'Rules that would decide.' }),
                }),
              )
              .meta({ description: `The newest of them, at most ${mostFlips}.` }),
          }),
        ),
      },
    },
  },
  activatePolicyRevision: {
    method: 'POST',
    path: '/v1/policies/revisions/{n}/activate',
    tag,
    summary: 'Put a revision in force',
    description:
      'Holds at every process with the next call. Also the way back: activate an earlier one, or 0. Refused while it has faults (see test). It is itself an action, policy.change, that the policy in force decides on; but an owner can always go back to 0.',
    credentials: personOnly,
    params: numberParams,
    query: scoped,
    keepsAnswer: false,
    answers: { 200: { description: 'It is in force.', body: revision } },
  },
  getPolicySchema: {
    method: 'GET',
    path: '/v1/policies/schema.json',
    tag,
    summary: 'The JSON Schema of a rule',
    credentials: [],
    answers: { 200: { description: 'JSON Schema 2020-12.', body: named('PolicyRuleSchema', z.looseObject({})) } },
  },
} as const satisfies RestRoutes;
