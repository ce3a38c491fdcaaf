import { agentBounds, documentBounds, memoryBounds, memoryScopes, roles } from '@cairn/core';
import { z } from 'zod';
import { text, wholeNumber } from '../reading/fields.ts';
import { jsonObject } from '../reading/json-object.ts';
import { agentId, agentName, memoryContent } from '../tools/memory-fields.ts';
import { at, credentialKind, digest, id, line, number } from './archive-fields.ts';
import { governanceRecords } from './governance-records.ts';
import { taskRecords } from './task-records.ts';

/** The form of archives that this release writes. */
export const archiveFormat = { format: 'cairn.project', version: 2 } as const;

/** Archives of the versions from this one on are read: the first has no decisions, tasks and schedules. */
export const oldestArchiveVersion = 1;

export const archiveBounds = {
  /** Bytes of a line: a part of an original in base64 is the longest. */
  maxLineBytes: 2_097_152,
  /** Lines of an archive. */
  maxRecords: 20_000_000,
  /** Bytes of an original in one line. */
  partBytes: 1_048_576,
} as const;

const header = z.strictObject({
  kind: z.literal('header'),
  format: z.literal(archiveFormat.format),
  version: z.number(),
  archive_id: id('Identifies the archive: bringing it in twice makes one project.'),
  exported_at: at('When it was made.'),
  project: z.strictObject({ id: id('What it was where it comes from.'), name: line(128), created_at: at('When it was made.') }),
});

/** Whom the others name; brought in as the member of that e-mail, where there is one. */
const person = z.strictObject({
  kind: z.literal('person'),
  id: id('Of the person.'),
  email: line(320),
  name: line(1024).nullable(),
  role: z.enum(roles),
});

const agent = z.strictObject({
  kind: z.literal('agent'),
  id: id('Of the agent.'),
  name: line(agentBounds.maxNameCharacters),
  version: number(1),
  created_at: at('When it was made.'),
  updated_at: at('When it last changed.'),
  deleted_at: at('When it was deleted.').nullable(),
});

const agentVersion = z.strictObject({
  kind: z.literal('agent_version'),
  agent_id: id('Of the agent.'),
  version: number(1),
  name: line(agentBounds.maxNameCharacters),
  definition: z.strictObject({
    description: line(agentBounds.maxDescriptionCharacters).nullable(),
    instructions: text({ description: 'As given.', max: agentBounds.maxInstructionBytes, unit: 'bytes', empty: true }).nullable(),
    model: line(agentBounds.maxModelCharacters).nullable(),
    tools: z.array(line(agentBounds.maxToolCharacters)).max(agentBounds.maxTools).nullable(),
    memory_scope: z.enum(memoryScopes),
  }),
  user_id: id('Who made it.'),
  credential_id: id('By which credential.'),
  credential_kind: credentialKind,
  at: at('From when on it held.'),
});

const policyRevision = z.strictObject({
  kind: z.literal('policy_revision'),
  number: number(1),
  name: line(1024),
  rules: z.array(z.unknown()).max(10_000),
  digest,
  created_by: id('Who wrote it.'),
  created_at: at('When it was written.'),
  activated_at: at('When it last came into force.').nullable(),
});

const policyState = z.strictObject({ kind: z.literal('policy_state'), active: number(0), latest: number(0) });

const governanceSettings = z.strictObject({
  kind: z.literal('governance_settings'),
  allow_self_approval: z.boolean(),
  updated_by: id('Who set it.'),
  updated_at: at('When.'),
});

const metadata = jsonObject({ description: 'As it was given.', maxBytes: memoryBounds.maxMetadataBytes }).nullable();

const memoryState = {
  version: number(1),
  content: memoryContent,
  metadata,
  changed_by: id('The credential that made this state.').nullable(),
  changed_kind: credentialKind.nullable(),
  restored_from: number(1).nullable(),
};

const memory = z.strictObject({
  kind: z.literal('memory'),
  id: id('Of the memory.'),
  user_id: id('Whose it is.'),
  owner_id: id('The credential that may change it.'),
  agent_id: agentId.nullable(),
  agent_name: agentName.nullable(),
  scope: z.enum(memoryScopes),
  session_id: line(memoryBounds.maxSessionCharacters).nullable(),
  occurred_at: at('When it happened.').nullable(),
  ...memoryState,
  created_at: at('When it was saved.'),
  updated_at: at('When it last changed.'),
});

/** A former state of a memory. */
const memoryVersion = z.strictObject({
  kind: z.literal('memory_version'),
  memory_id: id('Of the memory.'),
  ...memoryState,
  at: at('From when on it held.'),
});

const document = z.strictObject({
  kind: z.literal('document'),
  id: id('Of the document.'),
  title: line(documentBounds.maxTitleCharacters),
  media_type: line(255),
  size_bytes: wholeNumber(0, 'Bytes of the original.'),
  warnings: z.array(line(4096)).max(1000),
  created_at: at('When it was first submitted.'),
  updated_at: at('When it last changed.'),
});

/** A piece of the original of the document before it, in order. */
const original = z.strictObject({
  kind: z.literal('original'),
  document_id: id('Of the document.'),
  start: wholeNumber(0, 'Of its first byte.'),
  data: z.base64(),
});

const auditText = z.string().max(1_048_576);

/** A line of the signed export of the audit, as it was written. */
const audit = z.strictObject({ kind: z.literal('audit'), line: auditText });

/** The same of the project that an archive was of which this project came from. */
const formerAudit = z.strictObject({ kind: z.literal('former_audit'), archive_id: id('The archive.'), line: auditText });

const end = z.strictObject({
  kind: z.literal('end'),
  records: z.record(z.string(), wholeNumber(0, 'How many lines of that kind.')),
  sha256: digest,
});

/** In the order in which they come. */
const schemas = {
  header,
  person,
  agent,
  agent_version: agentVersion,
  policy_revision: policyRevision,
  policy_state: policyState,
  governance_settings: governanceSettings,
  ...governanceRecords,
  ...taskRecords,
  memory,
  memory_version: memoryVersion,
  document,
  original,
  audit,
  former_audit: formerAudit,
  end,
} as const;

export type ArchiveKind = keyof typeof schemas;
export type ArchiveRecordOf<Kind extends ArchiveKind> = z.output<(typeof schemas)[Kind]>;
export type ArchiveRecord = { [Kind in ArchiveKind]: ArchiveRecordOf<Kind> }[ArchiveKind];
export type ArchiveHeader = ArchiveRecordOf<'header'>;
export type ArchiveEnd = ArchiveRecordOf<'end'>;

export const archiveKinds = Object.keys(schemas) as readonly ArchiveKind[];

export const isArchiveKind = (kind: unknown): kind is ArchiveKind => typeof kind === 'string' && Object.hasOwn(schemas, kind);

/** Schema of one kind of line. */
export const archiveSchemas: { readonly [Kind in ArchiveKind]: z.ZodObject } = schemas;
