import { z } from 'zod';
import { valueAt } from '../rules/json-pointer.ts';
import { absoluteOrHomePath, absolutePath, jsonObject, sha256, words } from './fields.ts';

/** Where a value came from that nobody vouches for. */
const untrustedSources = ['memory', 'document', 'tool_result', 'web'] as const;

const options = jsonObject(
  'What else its caller sets for it that may let it do more or go less seen, such as that it runs in the background: with another of these it is another action.',
).optional();

const shellExec = z.strictObject({
  kind: z.literal('shell.exec'),
  command: z
    .string()
    .max(65_536, { error: 'must be at most 65536 characters' })
    .meta({ description: 'For `bash --noprofile --norc -c`. More than 8 KiB is denied.' }),
  cwd: absolutePath('Directory that it starts in.'),
  workspace_root: absolutePath('Directory that the agent works in.'),
  env: z
    .array(words('Name of a variable.', 256))
    .max(256)
    .optional()
    .meta({ description: 'Names of the variables that it is given. One that is run as code, such as `LD_PRELOAD`, counts as assigned.' }),
  files: z
    .array(z.strictObject({ path: absolutePath('The file.'), sha256: sha256('Of the file now.') }))
    .max(64)
    .optional()
    .meta({ description: 'Scripts and lock files that it runs by, as they are now: a permit holds only while they stay so.' }),
  unsandboxed: z.literal(true).optional().meta({
    description: 'It runs outside of the sandbox that holds other commands of the agent. Then it takes on more rights, as by `sudo`.',
  }),
  options,
});

const fileWrite = z
  .strictObject({
    kind: z.literal('file.write'),
    path: absoluteOrHomePath('The file; `~` stands for a home, wherever that is.'),
    workspace_root: absolutePath('Directory that the agent works in.'),
    before_hash: sha256('Of the file before; absent: it is new, or not known.').optional(),
    after_hash: sha256('Of the file after.').optional(),
    change_hash: sha256('Of the edit, by who knows that and not the file after.').optional(),
    size: z.int().min(0).optional().meta({ description: 'Bytes after.' }),
    mode: z.int().min(0).max(0o7777).optional().meta({ description: 'Permission bits after.' }),
    options,
  })
  .refine(({ after_hash: after, change_hash: change }) => after !== undefined || change !== undefined, {
    error: 'needs after_hash or change_hash',
  });

const untrusted = z.strictObject({
  path: z
    .string()
    .max(1024, { error: 'must be at most 1024 characters' })
    .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, { error: 'must be a JSON pointer into the arguments, such as /url' })
    .meta({ description: 'JSON pointer to the argument.' }),
  source: z.enum(untrustedSources).meta({ description: 'Where it came from.' }),
});

const mcpCall = z
  .strictObject({
    kind: z.literal('mcp.call'),
    server: words('Name of the server.', 256),
    tool: words('Name of the tool.', 256),
    tool_schema_hash: sha256("Of the tool's description and schemas, so that one that changed is another action.").optional(),
    arguments: jsonObject('What it is called with.'),
    untrusted: z.array(untrusted).max(256).optional().meta({ description: 'Arguments with a value that nobody vouches for.' }),
    options,
  })
  .superRefine(({ arguments: args, untrusted: labels = [] }, context) => {
    for (const [at, { path }] of labels.entries()) {
      const argument = path.split('/', 2).join('/');
      const within = path.replace(/^\/arguments(?=\/)/, '');
      const isOfAction = within !== path && valueAt(args, path) === undefined && valueAt(args, within) !== undefined;
      // Such a label would guard nothing, and whoever gave it would not know.
      if (isOfAction || valueAt(args, argument) === undefined)
        context.addIssue({
          code: 'custom',
          path: ['untrusted', at, 'path'],
          message: `must name one of the arguments${isOfAction ? `, by a pointer into them: ${within}` : ''}`,
        });
    }
  });

const scheduleCreate = z.strictObject({
  kind: z.literal('schedule.create'),
  template: jsonObject('The action that each run does, with all that one needs; denied now where that would be.'),
  recurrence: words(
    "When it runs: five fields of cron, with the name of a time zone behind them where it is not UTC; or an RRULE of iCalendar; or, of an agent's client, in words.",
    512,
  ),
  max_runs: z.int().min(1).optional().meta({ description: 'Absent: without an end by number.' }),
  ends_at: z.iso.datetime().optional().meta({ description: 'Absent: without an end by time.' }),
  options,
});

const agentInvoke = z.strictObject({
  kind: z.literal('agent.invoke'),
  agent_id: words('The agent that is called.', 256),
  rights: z.array(words('A right.', 256)).max(256).meta({ description: 'Rights that are asked for it.' }),
  depth: z.int().min(0).meta({ description: 'Agents above it that called each other.' }),
  task_hash: sha256('Of what it is told to do, so that another task is another action.').optional(),
  options,
});

const externalChange = z.strictObject({
  kind: z.literal('external.change'),
  system: words('The system.', 256),
  operation: words('What is done there.', 256),
  resource: words('What it is done to.', 1024),
  amount: z.number().optional().meta({ description: 'In the currency, or a count.' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be a code of ISO 4217, such as EUR' })
    .optional()
    .meta({ description: 'ISO 4217.' }),
  reversible: z.boolean().meta({ description: 'Whether it can be taken back.' }),
});

const policyChange = z.strictObject({
  kind: z.literal('policy.change'),
  revision: z.int().min(0).meta({ description: 'The revision that is to be active.' }),
  scope: z.enum(['project', 'workspace']).optional().meta({ description: "Whose. Default: the project's." }),
});

/** What a memory says in one of its versions. */
const heldMemory = {
  version: z.int().min(1).meta({ description: 'Number of the version.' }),
  content_hash: sha256('Of its text.'),
  metadata_hash: sha256('Of its metadata as canonical JSON (RFC 8785); absent: it has none.').optional(),
};
const memoryWrite = z
  .strictObject({
    kind: z.literal('memory.write'),
    memory_id: words('The memory that is changed; absent: a new one.', 64).optional(),
    size: z.int().min(0).optional().meta({ description: 'Bytes of the text.' }),
    content_hash: sha256('Of the text.').optional(),
    content: z.string().max(65_536).optional().meta({ description: 'The text, for whoever has to approve it.' }),
    metadata_hash: sha256('Of the metadata as canonical JSON (RFC 8785); of `null` when it is taken away.').optional(),
    metadata: jsonObject('The metadata, for whoever has to approve it; null takes it away.').nullable().optional(),
    restores: z.int().min(1).optional().meta({ description: 'Number of the version that is brought back, in place of a text.' }),
    replaces: z
      .strictObject(heldMemory)
      .optional()
      .meta({ description: 'What the memory says now, which this takes the place of; absent: nothing, or what is not known.' }),
    scope: z.enum(['agent', 'system']).optional().meta({ description: 'Whom it is for.' }),
    agent_name: words('Name of the agent that it is said to come from.', 1024).optional(),
    session_id: words('The conversation that it belongs to.', 1024).optional(),
    occurred_at: words('When what it tells happened.', 64).optional(),
    imported: z
      .strictObject({
        id: words('What it is called where it comes from.', 1024).optional(),
        created_at: words('When it was first saved there.', 64).optional(),
        updated_at: words('When it last changed there.', 64).optional(),
      })
      .optional()
      .meta({ description: 'What an import says of it.' }),
  })
  .refine(({ content_hash: text, metadata_hash: data, restores }) => (text ?? data ?? restores) !== undefined, {
    error: 'needs content_hash, metadata_hash or restores',
  });

const memoryDelete = z.strictObject({
  kind: z.literal('memory.delete'),
  memory_id: words('The memory.', 64),
  version: z.int().min(1).optional().meta({ description: 'Number of the version that goes, with all before it.' }),
  content_hash: sha256('Of its text in that version.').optional(),
  metadata_hash: sha256('Of its metadata then, as canonical JSON (RFC 8785); absent: it has none.').optional(),
});
const knowledgeWrite = z.strictObject({
  kind: z.literal('knowledge.write'),
  title: words('Its title, of which a project has one document.', 1024),
  size: z.int().min(0).meta({ description: 'Bytes of the original.' }),
  media_type: words('What it was found to be.', 256),
  sha256: sha256('Of the original, byte by byte as it is sent.'),
  warnings: z
    .array(words('One thing.', 1024))
    .max(16)
    .optional()
    .meta({ description: 'What is said of it from the start, such as that it was sent as something else.' }),
  replaces: z
    .strictObject({
      document_id: words('The document.', 64),
      size: z.int().min(0).meta({ description: 'Bytes of its original.' }),
      media_type: words('What it is.', 256),
      sha256: sha256('Of its original.'),
    })
    .optional()
    .meta({ description: 'What stands under that title now, in its newest version, and is gone once this is read; absent: nothing.' }),
  rereads: words('The document whose original, which is there, is read once more; nothing is sent then.', 64).optional(),
});
const knowledgeDelete = z.strictObject({
  kind: z.literal('knowledge.delete'),
  document_id: words('The document.', 64),
  title: words('Its title.', 1024).optional(),
  size: z.int().min(0).optional().meta({ description: 'Bytes of the original of its newest version.' }),
  media_type: words('What that is.', 256).optional(),
  sha256: sha256('Of that original.').optional(),
});

/** What an agent is about to do. */
export const actionSchema = z.discriminatedUnion(
  'kind',
  [
    ...([shellExec, fileWrite, mcpCall, scheduleCreate, agentInvoke] as const),
    ...([externalChange, policyChange, memoryWrite, memoryDelete, knowledgeWrite, knowledgeDelete] as const),
  ],
  { error: (issue) => (issue.code === 'invalid_union' ? 'must be a kind of action that is known, such as shell.exec' : undefined) },
);
export type Action = z.output<typeof actionSchema>;
export type ActionKind = Action['kind'];
export type ActionOf<Kind extends ActionKind> = Extract<Action, { readonly kind: Kind }>;

export const actionKinds = actionSchema.options.map(({ shape }) => shape.kind.value);

/**
 * What an action is counted by besides its kind: the tool that it calls, by its name as a person reads it. Capitals, accents and what shows
 * nothing make no other tool of it, as they make no difference to a rule that denies.
 */
export const toolNameOf = (action: Action): string | undefined =>
  action.kind === 'mcp.call' ? `${asRead(action.server)}\n${asRead(action.tool)}` : undefined;

const asRead = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
