import { z } from 'zod';
import { moment, uuid, wholeNumber } from '../reading/fields.ts';
import { erasureReceipt } from './erasure.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';
import { project } from './workspaces.ts';

const tag = 'Projects';

/** Any line of an archive; docker/archives.md tells of each kind. */
const archiveLine = named(
  'ArchiveLine',
  z.looseObject({ kind: z.string().meta({ description: 'What the line is: "header" is the first, "end" the last.' }) }),
);

const importedProject = named(
  'ImportedProject',
  z.strictObject({
    project: project.schema,
    created: z.boolean().meta({ description: 'False when this archive was brought into this workspace before: then nothing was done.' }),
    records: z.record(z.string(), z.number()).meta({ description: 'How many lines of each kind came.' }),
    policy: z
      .strictObject({
        active: wholeNumber(0, 'Number of the revision in force; 0 is the built-in one.'),
        wanted: wholeNumber(0, 'Number of the revision that was in force where it comes from.'),
        reason: z.string().optional().meta({ description: 'Why that one is not in force here.' }),
      })
      .meta({ description: 'A revision comes into force by the checks that any has to pass.' }),
  }),
);

const projectKey = named(
  'ProjectKey',
  z.strictObject({
    version: wholeNumber(1, 'Which data key new content is sealed under; counts up with each replacement.'),
    created_at: moment('When that one was made; ISO 8601, UTC.'),
    status: z
      .enum(['in_use', 'replacing'])
      .meta({ description: '"replacing" while older ones are there, under which something may still be sealed.' }),
  }),
);

const projectId = z.strictObject({ project_id: uuid('The project that is gone.') });

export const portabilityRoutes = {
  exportProject: {
    method: 'GET',
    path: '/v1/projects/{id}/export',
    tag,
    summary: 'Take everything of a project out as one archive',
    description:
      "For owners and admins of its workspace. One JSON object a line, streamed: people, agents, policies, decisions and approvals, every member's tasks with their timeline, schedules, memories with their history, documents with their originals, the audit with its signatures. The last line counts and digests the others: an archive without it is not whole. What is changed meanwhile is in it as it is when its turn comes. Not in it: keys, tokens, passwords and permits, and what is made anew from the rest (passages, vectors, indexes).",
    credentials: personOnly,
    inProject: false,
    params: idParams,
    answers: { 200: { description: 'The archive.', lines: archiveLine } },
  },
  importProject: {
    method: 'POST',
    path: '/v1/projects/import',
    tag,
    summary: 'Bring an archive in as a new project',
    description:
      'For owners and admins of the workspace. Nobody sees the project before all of it is there; an archive that is refused or breaks off leaves nothing. The same archive in the same workspace is one project, so a request that broke off is sent again. Memories of people who are members here, by e-mail, are theirs, all others are yours. Documents are read and memories indexed from then on. Tasks, schedules and approvals are history: what had not ended is ended, with `project_moved` as the reason. An Idempotency-Key is not needed and not looked at.',
    credentials: personOnly,
    inProject: false,
    keepsAnswer: false,
    query: z.strictObject({ workspace_id: uuid('The workspace to bring it into.') }),
    lines: archiveLine,
    answers: {
      200: { description: 'It was there already.', body: importedProject },
      201: { description: 'The project.', body: importedProject },
      409: { description: 'Another request is bringing this archive into this workspace.' },
    },
  },
  listErasures: {
    method: 'GET',
    path: '/v1/erasures',
    tag,
    summary: 'List receipts of deleted projects',
    description: 'Of projects that the person deleted, and of those of workspaces that the person owns or administers. Newest first.',
    credentials: personOnly,
    inProject: false,
    query: listQuery,
    answers: { 200: { description: 'A page of receipts.', body: listOf('ErasureReceiptList', erasureReceipt.schema) } },
  },
  getErasure: {
    method: 'GET',
    path: '/v1/erasures/{project_id}',
    tag,
    summary: 'Read the receipt of a deleted project',
    credentials: personOnly,
    inProject: false,
    params: projectId,
    answers: { 200: { description: 'The receipt.', body: erasureReceipt } },
  },
  getProjectKey: {
    method: 'GET',
    path: '/v1/projects/{id}/key',
    tag,
    summary: "Read where a project's data key is",
    description: 'For owners and admins of its workspace. Never the key itself.',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    answers: { 200: { description: 'Where it is.', body: projectKey } },
  },
  rotateProjectKey: {
    method: 'POST',
    path: '/v1/projects/{id}/key/rotate',
    tag,
    summary: "Replace a project's data key",
    description:
      'For owners and admins of its workspace. New content is sealed under a new key from a few seconds on; what is there is sealed anew in the background, and readable throughout. The older key is destroyed when nothing needs it. While a replacement is under way another one changes nothing.',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    answers: { 202: { description: 'It is under way.', body: projectKey } },
  },
} as const satisfies RestRoutes;
