import { z } from 'zod';
import { moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential, personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const tag = 'Audit';

const seq = wholeNumber(1, 'Its number in the chain: from 1, without a gap, in the order in which transactions were committed.');
const hash = z.string().meta({ description: 'SHA-256 over all that the entry says and the hash before it, hex.' });

const common = {
  seq,
  hash,
  id: uuid('The entry.'),
  at: moment('When it was written.'),
  user_id: uuid('The person who acted, or on whose behalf; null when it was the operator.').nullable(),
  credential_kind: z.string().meta({ description: 'By what: `api_key`, `oauth`, `session`, `password` or `operator`.' }),
  credential_id: uuid('The key, connection or session.').nullable(),
  action: z.string().meta({ description: '`thing.verb`, such as `memory.save`.' }),
  target: z.string().nullable().meta({ description: 'Id of what it was done to, or tried on.' }),
  outcome: z.string().meta({
    description:
      '`done`, or what the caller was told; of an `action.outcome` what became of it: `succeeded`, `failed`, `unknown`, and of a call of an agent that was not to run so `ran_without_approval`, `ran_although_denied` or `ran_unasked`.',
  }),
  detail: z.unknown().meta({ description: 'A few facts, such as what a role was and became; null when there are none. Never content.' }),
  request_id: z.string().meta({ description: 'The request, as it is in the log and in the X-Request-Id of its answer.' }),
  trace_id: z.string().nullable().meta({ description: 'W3C trace, 32 hex digits.' }),
} as const;

const entry = z.strictObject({
  ...common,
  reason: z.string().nullable().meta({ description: 'Why it came out so, in a word.' }),
  agent_id: z.string().nullable().meta({ description: 'The agent that acted, where one was named.' }),
  action_digest: z.string().nullable().meta({ description: 'SHA-256 of the action that was decided on.' }),
  policy_revision: z
    .int()
    .nullable()
    .meta({ description: 'Number of the revision of the project that decided, plus 100000 times that of its workspace: as it is hashed.' }),
  policy: z
    .strictObject({
      project: wholeNumber(0, "Number of the project's revision; 0 is the built-in one."),
      workspace: wholeNumber(0, "Number of the workspace's revision; 0: it has no rules."),
    })
    .nullable()
    .meta({ description: 'The same, taken apart.' }),
  decision_id: uuid('The decision that the entry is about.').nullable(),
});
const event = z.strictObject({ ...common, workspace_id: uuid('The workspace.').nullable() });

const word = (description: string) => text({ description, max: 256, unit: 'characters' }).optional();
const entryQuery = listQuery.extend({
  after: wholeNumber(0, 'Only entries with a greater number; with `order=desc` only those with a lesser one.').optional(),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'By number. Default: asc, the oldest first.' }),
  actor: word('Id of a person or credential, or what an agent is called.'),
  action: word('`thing.verb`, or `thing` for everything that was done to such.'),
  outcome: word('Exactly so.'),
  from: moment('From that time on, ISO 8601.').optional(),
  to: moment('Before that time, ISO 8601.').optional(),
});

const projectQuery = entryQuery.extend({ decision_id: uuid('Only what was written about that decision.').optional() });

const head = z.strictObject({
  seq: wholeNumber(0, 'Number of the last entry; 0 when there is none.'),
  hash: z.string().meta({ description: 'Its hash, hex.' }),
});

const verification = named(
  'AuditVerification',
  z.strictObject({
    valid: z.boolean().meta({ description: 'Whether every entry is as it was written, and none is missing.' }),
    entries: wholeNumber(0, 'How many entries were found as they were written.'),
    head,
    first_bad_seq: wholeNumber(1, 'The first entry that cannot be vouched for.').optional(),
    reason: z
      .enum([
        'entry_changed',
        'entry_missing',
        'entry_unchained',
        'beginning_missing',
        'tail_missing',
        'chain_rewritten',
        'head_mismatch',
        'checkpoint_forged',
        'policy_not_activated',
      ])
      .optional()
      .meta({ description: 'What was found there.' }),
  }),
);

const key = named(
  'AuditKey',
  z.strictObject({
    key_id: z.string().meta({ description: 'Names the key in checkpoints.' }),
    algorithm: z.literal('Ed25519'),
    public_key: z.string().meta({ description: 'The 32 bytes of the key, base64url: what the offline verifier takes as `--key`.' }),
    jwk: z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string(), use: z.literal('sig') }),
  }),
);

const exported = {
  description:
    'NDJSON: a line on the export, a line for each entry with checkpoints where they were signed, and a signed end. `cairn-audit-verify` checks it offline.',
  mediaType: 'application/x-ndjson',
} as const;

const trace = named(
  'Trace',
  z.strictObject({
    trace_id: z.string().meta({ description: '32 hex digits.' }),
    started_at: moment('Of its first entry.'),
    ended_at: moment('Of its last.'),
    entries: wholeNumber(1, 'How many there are.'),
    steps: z
      .array(
        z.strictObject({
          kind: z
            .enum(['decision', 'event'])
            .meta({ description: 'Whether it is a decision with what followed from it, or an entry alone.' }),
          decision_id: uuid('The decision.').nullable(),
          outcome: z.string().meta({ description: 'What it came to: of the last of its entries.' }),
          entries: z.array(
            entry.extend({
              phase: z
                .enum(['decision', 'approval', 'start', 'outcome', 'effect'])
                .meta({ description: 'Decided, voted on, started, reported, or something that was done.' }),
            }),
          ),
        }),
      )
      .meta({ description: 'In the order in which they began; the entries of each in theirs.' }),
  }),
);

export const auditRoutes = {
  listAudit: {
    method: 'GET',
    path: '/v1/audit',
    tag,
    summary: 'Read the audit of the project',
    description:
      'By number. A page may hold fewer entries than asked for, or none, while `next_cursor` is not null: a filter that seldom holds is looked for piece by piece.',
    credentials: anyCredential,
    query: projectQuery,
    answers: { 200: { description: 'A page of entries.', body: listOf('AuditEntryList', entry) } },
  },
  verifyAudit: {
    method: 'GET',
    path: '/v1/audit/verify',
    tag,
    summary: 'Check that nobody changed the audit',
    description:
      'Recomputes every hash and holds the chain against the signed checkpoints, those that are kept outside of the database too. Finding tampering is no error: the answer is 200 with `valid` false.',
    credentials: anyCredential,
    answers: { 200: { description: 'What was found.', body: verification } },
  },
  exportAudit: {
    method: 'GET',
    path: '/v1/audit/export',
    tag,
    summary: 'Export the audit of the project with its proofs',
    credentials: anyCredential,
    answers: { 200: exported },
  },
  getAuditKey: {
    method: 'GET',
    path: '/v1/audit/key',
    tag,
    summary: 'Read the key that checkpoints and exports are signed with',
    description: 'Keep it elsewhere: an export is worth as much as the place that its key came from.',
    credentials: anyCredential,
    answers: { 200: { description: 'The public key.', body: key } },
  },
  getTrace: {
    method: 'GET',
    path: '/v1/traces/{trace_id}',
    tag,
    summary: 'Read what happened in a trace',
    description:
      'The audit of every request that bore the trace (W3C `traceparent`; each answer says its `trace-id`), with the whole story of each decision in it: decided, voted on, started, reported.',
    credentials: anyCredential,
    params: z.object({ trace_id: z.string().meta({ description: '32 hex digits.' }) }),
    answers: { 200: { description: 'The trace, at most 1,000 entries.', body: trace } },
  },
  listWorkspaceAudit: {
    method: 'GET',
    path: '/v1/workspaces/{id}/audit',
    tag,
    summary: 'Read the audit of a workspace: its people, roles, invitations, projects and plan',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    query: entryQuery,
    answers: { 200: { description: 'A page of entries.', body: listOf('WorkspaceAuditEntryList', event) } },
  },
  verifyWorkspaceAudit: {
    method: 'GET',
    path: '/v1/workspaces/{id}/audit/verify',
    tag,
    summary: "Check that nobody changed a workspace's audit",
    credentials: personOnly,
    inProject: false,
    params: idParams,
    answers: { 200: { description: 'What was found.', body: verification } },
  },
  exportWorkspaceAudit: {
    method: 'GET',
    path: '/v1/workspaces/{id}/audit/export',
    tag,
    summary: "Export a workspace's audit with its proofs",
    credentials: personOnly,
    inProject: false,
    params: idParams,
    answers: { 200: exported },
  },
  listAccountAudit: {
    method: 'GET',
    path: '/v1/account/audit',
    tag,
    summary: 'Read the audit of the own account: what the person did to it, and what was done to it for them',
    description: 'What somebody does in a workspace is in its audit, and what they do in a project in that one.',
    credentials: personOnly,
    inProject: false,
    query: entryQuery,
    answers: { 200: { description: 'A page of entries.', body: listOf('AccountAuditEntryList', event) } },
  },
  verifyAccountAudit: {
    method: 'GET',
    path: '/v1/account/audit/verify',
    tag,
    summary: "Check that nobody changed the own account's audit",
    credentials: personOnly,
    inProject: false,
    answers: { 200: { description: 'What was found.', body: verification } },
  },
  exportAccountAudit: {
    method: 'GET',
    path: '/v1/account/audit/export',
    tag,
    summary: "Export the own account's audit with its proofs",
    credentials: personOnly,
    inProject: false,
    answers: { 200: exported },
  },
  getAccountAuditKey: {
    method: 'GET',
    path: '/v1/account/audit/key',
    tag,
    summary: 'Read the key that checkpoints and exports are signed with, as a person without a project',
    credentials: personOnly,
    inProject: false,
    answers: { 200: { description: 'The public key.', body: key } },
  },
} as const satisfies RestRoutes;

/** The audit of whoever runs the service, by their token. */
export const operatorAuditRoutes = {
  listOperatorAudit: {
    method: 'GET',
    path: '/operator/audit',
    tag: 'Operator',
    summary: 'Read the audit of what the operator did to the installation and to accounts',
    description: "A plan that was set is in its workspace's audit.",
    credentials: [],
    operator: true,
    query: entryQuery,
    answers: { 200: { description: 'A page of entries.', body: listOf('OperatorAuditEntryList', event) } },
  },
  verifyOperatorAudit: {
    method: 'GET',
    path: '/operator/audit/verify',
    tag: 'Operator',
    summary: "Check that nobody changed the operator's audit",
    credentials: [],
    operator: true,
    answers: { 200: { description: 'What was found.', body: verification } },
  },
  exportOperatorAudit: {
    method: 'GET',
    path: '/operator/audit/export',
    tag: 'Operator',
    summary: "Export the operator's audit with its proofs",
    credentials: [],
    operator: true,
    answers: { 200: exported },
  },
  getOperatorAuditKey: {
    method: 'GET',
    path: '/operator/audit/key',
    tag: 'Operator',
    summary: 'Read the key that every checkpoint and export of this installation is signed with',
    credentials: [],
    operator: true,
    answers: { 200: { description: 'The public key.', body: key } },
  },
} as const satisfies RestRoutes;
