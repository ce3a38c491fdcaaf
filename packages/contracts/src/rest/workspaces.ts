import { roles } from '@cairn/core';
import { z } from 'zod';
import { moment, text, uuid } from '../reading/fields.ts';
import { erasureReceipt, receiptQuery } from './erasure.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential, personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const name = text({ description: 'Its name, 1 to 128 characters.', max: 128, unit: 'characters', refuseBlank: true, line: true });

export const workspace = named(
  'Workspace',
  z.strictObject({
    id: uuid('Identifies the workspace.'),
    name: z.string().meta({ description: 'Its name.' }),
    plan: z.enum(['free', 'premium']).meta({ description: 'What it pays for; sets the rate limit.' }),
    role: z.enum(roles).meta({ description: 'The role of the person who asks.' }),
    created_at: moment('When it was made; ISO 8601, UTC.'),
    updated_at: moment('When it last changed; ISO 8601, UTC.'),
  }),
);

export const project = named(
  'Project',
  z.strictObject({
    id: uuid('Identifies the project.'),
    workspace_id: uuid('The workspace that it is in.'),
    name: z.string().meta({ description: 'Its name.' }),
    created_at: moment('When it was made; ISO 8601, UTC.'),
    updated_at: moment('When it last changed; ISO 8601, UTC.'),
  }),
);

const workspaceTag = 'Workspaces';
const projectTag = 'Projects';

export const workspaceRoutes = {
  listWorkspaces: {
    method: 'GET',
    path: '/v1/workspaces',
    tag: workspaceTag,
    summary: 'List the workspaces that the person is a member of',
    description: 'With a key or token: the workspace of its project.',
    credentials: anyCredential,
    inProject: false,
    query: listQuery,
    answers: { 200: { description: 'A page of workspaces.', body: listOf('WorkspaceList', workspace.schema) } },
  },
  createWorkspace: {
    method: 'POST',
    path: '/v1/workspaces',
    tag: workspaceTag,
    summary: 'Make a workspace; the person becomes its owner',
    credentials: personOnly,
    inProject: false,
    body: named('NewWorkspace', z.strictObject({ name })),
    answers: {
      201: { description: 'The workspace.', body: workspace },
      409: { description: 'The person owns as many workspaces as one may (100), or the Idempotency-Key was used with another request.' },
    },
  },
  getWorkspace: {
    method: 'GET',
    path: '/v1/workspaces/{id}',
    tag: workspaceTag,
    summary: 'Read a workspace',
    description: 'With a key or token: the workspace of its project only.',
    credentials: anyCredential,
    inProject: false,
    params: idParams,
    answers: { 200: { description: 'The workspace.', body: workspace } },
  },
  renameWorkspace: {
    method: 'PATCH',
    path: '/v1/workspaces/{id}',
    tag: workspaceTag,
    summary: 'Rename a workspace',
    description: 'For its owners and admins. Its plan is set by whoever runs the service.',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    body: named('WorkspacePatch', z.strictObject({ name })),
    answers: { 200: { description: 'The workspace.', body: workspace } },
  },
  deleteWorkspace: {
    method: 'DELETE',
    path: '/v1/workspaces/{id}',
    tag: workspaceTag,
    summary: 'Delete a workspace with every project in it',
    description:
      "For its owners. The projects' data keys are destroyed, so nothing of them can be read again, and their API keys are refused from the " +
      'next request on.',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    answers: { 204: { description: 'It is gone.' } },
  },
} as const satisfies RestRoutes;

export const projectRoutes = {
  listProjects: {
    method: 'GET',
    path: '/v1/projects',
    tag: projectTag,
    summary: 'List the projects that the person can work in',
    description: 'With a key or token: its own project.',
    credentials: anyCredential,
    inProject: false,
    query: listQuery,
    answers: { 200: { description: 'A page of projects.', body: listOf('ProjectList', project.schema) } },
  },
  createProject: {
    method: 'POST',
    path: '/v1/projects',
    tag: projectTag,
    summary: 'Make a project in a workspace',
    credentials: personOnly,
    inProject: false,
    body: named('NewProject', z.strictObject({ name, workspace_id: uuid('The workspace to make it in.') })),
    answers: { 201: { description: 'The project.', body: project } },
  },
  getProject: {
    method: 'GET',
    path: '/v1/projects/{id}',
    tag: projectTag,
    summary: 'Read a project',
    credentials: anyCredential,
    inProject: false,
    params: idParams,
    answers: { 200: { description: 'The project.', body: project } },
  },
  renameProject: {
    method: 'PATCH',
    path: '/v1/projects/{id}',
    tag: projectTag,
    summary: 'Rename a project',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    body: named('ProjectPatch', z.strictObject({ name })),
    answers: { 200: { description: 'The project.', body: project } },
  },
  deleteProject: {
    method: 'DELETE',
    path: '/v1/projects/{id}',
    tag: projectTag,
    summary: 'Delete a project with everything in it',
    description:
      'Its data key is destroyed, so nothing of it can be read again by any process, and its API keys are refused from the next request on. A receipt that counts what was destroyed stays in the audit of the workspace: `GET /v1/erasures/{project_id}`.',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    query: receiptQuery,
    answers: { 200: { description: 'It is gone; the receipt.', body: erasureReceipt }, 204: { description: 'It is gone.' } },
  },
} as const satisfies RestRoutes;
