import { textFault } from '@cairn/core';
import { z } from 'zod';
import { actionKinds } from '../actions/action.ts';
import { jsonObject, words } from '../actions/fields.ts';
import { certainties, effectKinds, origins, places } from '../shell/effect.ts';

export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof riskLevels)[number];

export const obligationKinds = ['report_outcome', 'dry_run', 'idempotency_key', 'label_untrusted', 'notify_owner'] as const;
export type Obligation = (typeof obligationKinds)[number];

/** What a rule does with an action that it matches. */
export const ruleEffects = ['allow', 'deny', 'require_approval', 'oblige'] as const;

/** One or more; a rule that lists several means any of them. */
const someOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(64);
const patterns = (description: string) => someOf(words('`*` stands for any characters.', 1024)).optional().meta({ description });

const effectPattern = z.strictObject({
  kind: someOf(z.enum(effectKinds)).optional(),
  place: someOf(z.enum(places)).optional(),
  origin: someOf(z.enum(origins)).optional(),
  certainty: someOf(z.enum(certainties)).optional(),
});
export type EffectPattern = z.output<typeof effectPattern>;

const pointer = words('A JSON pointer into the action.', 1024).regex(/^\//, {
  error: 'must be a JSON pointer into the action, such as /amount',
});
const text = z
  .string()
  .max(4096)
  .check((payload) => {
    const message = textFault(payload.value);
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
  });
const scalar = z.union([text, z.number(), z.boolean()]);

const argCondition = z.discriminatedUnion('op', [
  z.strictObject({ path: pointer, op: z.enum(['eq', 'ne']), value: scalar }),
  z.strictObject({ path: pointer, op: z.literal('in'), value: z.array(scalar).max(256) }),
  z.strictObject({ path: pointer, op: z.enum(['gt', 'gte', 'lt', 'lte']), value: z.number() }),
  z.strictObject({
    path: pointer,
    op: z.literal('matches'),
    value: words(
      '`*` stands for any characters; in a rule that allows, only in a text of one line with nothing hidden in it and no blanks at its ends.',
      1024,
    ),
    free_text: z
      .boolean()
      .optional()
      .meta({ description: 'Whether `*` stands for any characters in a rule that allows, too, as in a text for people. Default false.' }),
  }),
  z.strictObject({ path: pointer, op: z.literal('exists') }),
]);
export type ArgCondition = z.output<typeof argCondition>;

const seconds = z.int().min(1).max(31_536_000);

const ofNames =
  'In others than a rule that allows, capitals, accents, wide letters and letters that look alike make no difference. In a rule that ' +
  'allows, a name is in ASCII';

const conditions = z.strictObject({
  kind: someOf(z.enum(actionKinds)).optional(),
  tool: patterns(
    `Names of tools. ${ofNames}, and \`*\` stands for letters, digits and \`_.-\` only, without \`..\`. A name such as \`mcp__a__b__c\`, which ` +
      'does not tell where that of the server ends, must fit in each reading, or be written whole; in other rules, in any.',
  ),
  server: patterns(`Names of servers. ${ofNames}, and \`*\` stands for letters, digits and \`_.:/@+~-\` only, without \`..\`.`),
  args: someOf(argCondition).optional().meta({
    description:
      'All of them must hold. What is absent satisfies none. In others than a rule that allows, another spelling is the same value.',
  }),
  effects: someOf(effectPattern).optional(),
  command: z
    .strictObject({ head: patterns('Names of programs.'), flags: someOf(words('An option, with its hyphens.', 256)).optional() })
    .refine(({ head, flags }) => head !== undefined || flags !== undefined, { error: 'needs head or flags' })
    .optional()
    .meta({
      description:
        'In a rule that allows, also nothing beside what those commands do: no redirect but from the workspace or to the null device, no ' +
        'assignment, no program by a path, none that runs what settings outside of the workspace say, as by `git -C` or `make -f`.',
    }),
  path: patterns('Canonical paths; `*` stays within a segment, `**` does not.'),
  host: someOf(
    words('`*` stands for any characters.', 256).regex(/^[^A-Z]*$/, { error: 'must be in lower case, as hosts are' }),
  ).optional(),
  provenance: z
    .strictObject({
      any_untrusted_in: someOf(words('A JSON pointer into the arguments, or `control`: what decides where or what is done.', 1024)),
    })
    .optional(),
  agent: patterns('Ids of agents.'),
  user: patterns('Ids of users.'),
  credential: someOf(z.enum(['api_key', 'oauth', 'session']))
    .optional()
    .meta({ description: 'Kinds of credentials; a session is a person who signed in.' }),
  risk: z.strictObject({ gte: z.enum(riskLevels) }).optional(),
  time: z
    .strictObject({
      from: z.iso.time({ precision: -1 }),
      to: z.iso.time({ precision: -1 }),
      days: someOf(z.int().min(1).max(7)).optional().meta({ description: '1 is Monday.' }),
    })
    .optional()
    .meta({ description: 'In UTC; `to` is exclusive and may be the next day.' }),
  rate: z.strictObject({ key: z.enum(['user', 'agent', 'kind', 'tool']), window_s: seconds, max: z.int().min(0).max(100_000) }).optional(),
  sum: z.strictObject({ path: pointer, window_s: seconds, max: z.number() }).optional(),
  after: z.strictObject({ event: words('Kind of an action that was started.', 64), within_s: seconds }).optional(),
});
export type Conditions = z.output<typeof conditions>;

const example = jsonObject('An action.');

/**
 * One rule. What a condition lists is met by any of it, and all conditions must be met. Conditions on effects, commands, paths and
 * hosts are met when any of the action's is; in a rule that allows, when each of the action's is and there is one. A host that cannot be
 * told from the action may be any: it meets each condition on hosts, but in a rule that allows only `*`.
 */
export const ruleSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, { error: 'must be 1 to 64 lower-case letters, digits, dots, hyphens and underscores' }),
  effect: z.enum(ruleEffects),
  when: conditions,
  approval: z
    .strictObject({
      quorum: z.int().min(1).max(16),
      roles: someOf(z.enum(['owner', 'admin', 'approver'])),
      exclude: z.array(z.enum(['requester', 'agent_owner'])).max(2),
      ttl_s: z.int().min(60).max(2_592_000),
      veto: z
        .boolean()
        .optional()
        .meta({ description: 'Whether one denial denies. Default true; else as many deny as would have to approve.' }),
      grants: z
        .strictObject({
          uses: z.int().min(1).max(1000).optional().meta({ description: 'The most uses that a vote may give. Default 1.' }),
          task: z.boolean().optional().meta({ description: 'Whether a vote may allow it for the rest of a task. Default false.' }),
          until_s: z
            .int()
            .min(60)
            .max(2_592_000)
            .optional()
            .meta({ description: 'How far ahead a vote may allow it. Default: not at all.' }),
        })
        .optional()
        .meta({ description: 'What a vote may give beyond one use, always for the very same action.' }),
    })
    .optional(),
  obligations: z.array(z.enum(obligationKinds)).max(16).optional(),
  mode: z.enum(['enforce', 'shadow']).optional().meta({ description: 'Default enforce. A shadow rule is told of and decides nothing.' }),
  justification: words('Why it is there.', 2000),
  examples: z.strictObject({ match: z.array(example).max(32), not_match: z.array(example).max(32) }).optional(),
  owner: words('Who answers for it.', 256).optional(),
});
export type Rule = z.output<typeof ruleSchema>;
export type RuleEffect = Rule['effect'];
export type ApprovalTerms = NonNullable<Rule['approval']>;
