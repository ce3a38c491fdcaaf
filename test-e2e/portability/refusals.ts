import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { newKey, newMember, newOwner } from '../accounts/people.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { archiveOf, brought, taken, type Line } from './archives.ts';

const at = '2026-03-01T09:30:00.000Z';

const header = (): Line => ({
  kind: 'header',
  format: 'cairn.project',
  version: 1,
  archive_id: randomUUID(),
  exported_at: at,
  project: { id: randomUUID(), name: 'From elsewhere', created_at: at },
});

const memory = (more: Line = {}): Line => ({
  kind: 'memory',
  id: randomUUID(),
  user_id: randomUUID(),
  owner_id: randomUUID(),
  agent_id: null,
  agent_name: null,
  scope: 'agent',
  session_id: null,
  occurred_at: at,
  version: 1,
  content: 'remembered',
  metadata: null,
  changed_by: null,
  changed_kind: null,
  restored_from: null,
  created_at: at,
  updated_at: at,
  ...more,
});

const asker = { user_id: randomUUID(), credential_id: randomUUID(), agent_id: null };

const task = (more: Line = {}): Line => ({
  kind: 'task',
  id: randomUUID(),
  ...asker,
  credential_kind: 'session',
  owner_id: randomUUID(),
  request_id: randomUUID(),
  trace_id: '0'.repeat(32),
  agent_version: null,
  goal: 'a goal',
  status: 'completed',
  revision: 0,
  parallelism: 4,
  total: 0,
  done: 0,
  runs_when_planned: false,
  error: null,
  depth: 1,
  parent_task: null,
  parent_step: null,
  schedule_id: null,
  events: 0,
  created_at: at,
  updated_at: at,
  finished_at: at,
  ...more,
});

const step = (): Line => ({
  kind: 'task_step',
  task_id: randomUUID(),
  revision: 1,
  id: 'a',
  ordinal: 1,
  step_kind: 'checkpoint',
  status: 'succeeded',
  attempts: 1,
  decision_id: null,
  approval_id: null,
  action_digest: null,
  child_task: null,
  error: null,
  started_at: at,
  finished_at: at,
});

const digest = '0'.repeat(64);

const decision = (more: Line = {}): Line => ({
  kind: 'decision',
  id: randomUUID(),
  ...asker,
  task_id: null,
  credential_kind: 'session',
  action: { kind: 'memory.delete', memory_id: randomUUID() },
  decision: { outcome: 'allow', actionDigest: digest, policyRevision: 0, ruleIds: [], risk: { level: 'low', reasons: [] } },
  digest,
  subject: digest,
  policy_revision: 0,
  outcome: 'allow',
  reason: null,
  risk: 'low',
  approval_id: null,
  trace_id: null,
  created_at: at,
  ...more,
});

const document = (more: Line = {}): Line => ({
  kind: 'document',
  id: randomUUID(),
  title: 'a.txt',
  media_type: 'text/plain',
  size_bytes: 5,
  warnings: [],
  created_at: at,
  updated_at: at,
  ...more,
});

const part = (of: Line, bytes: string, start = 0): Line => ({
  kind: 'original',
  document_id: of['id'],
  start,
  data: Buffer.from(bytes).toString('base64'),
});

/** What is no archive, each with what it is told. */
const bad: readonly (readonly [what: string, archive: () => string, told: RegExp])[] = [
  ['nothing', () => '', /empty/],
  ['what is no JSON', () => 'PK\u0003\u0004', /line 1 .*cannot be read/],
  ['a header of another kind of file', () => `${JSON.stringify({ kind: 'header', format: 'zip' })}\n`, /line 1 .*format/],
  ['a version of the format that comes later', () => archiveOf([{ ...header(), version: 3 }]), /version 3/],
  ['no header', () => archiveOf([memory()]), /line 1 .*not the header/],
  ['a second header', () => archiveOf([header(), header()]), /does not come here/],
  ['a kind that there is not', () => archiveOf([header(), { kind: 'secret' }]), /line 2 .*no kind/],
  ['a field that there is not', () => archiveOf([header(), memory({ password: 'x' })]), /line 2 .*password/],
  ['a memory without its text', () => archiveOf([header(), memory({ content: undefined })]), /line 2 .*content/],
  ['a NUL in a text', () => archiveOf([header(), memory({ content: 'a\u0000b' })]), /line 2 .*content/],
  ['a prototype in metadata', () => `${archiveOf([header()]).split('\n')[0]}\n{"kind":"memory","__proto__":{}}\n`, /line 2 .*__proto__/],
  [
    'a memory that stands twice',
    () => {
      const one = memory();
      return archiveOf([header(), one, one]);
    },
    /twice/,
  ],
  [
    'a former state of a memory that is not there',
    () => {
      const { kind: _kind, id, ...state } = memory();
      const { content, metadata, version, changed_by, changed_kind, restored_from } = state as Line;
      const former = { kind: 'memory_version', memory_id: id, content, metadata, version, changed_by, changed_kind, restored_from, at };
      return archiveOf([header(), former]);
    },
    /not in the archive/,
  ],
  ['a task without its person', () => archiveOf([header(), { ...task(), user_id: undefined }]), /line 2 .*user_id/],
  ['an action that is none', () => archiveOf([header(), decision({ action: { kind: 'memory.delete' } })]), /line 2 .*memory_id/],
  ['a number that nothing here has', () => archiveOf([header(), task({ total: 2 ** 40 })]), /cannot be kept/],
  ['a step of a plan that is not there', () => archiveOf([header(), step()]), /not in it/],
  ['lines in another order', () => archiveOf([header(), memory(), { kind: 'policy_state', active: 0, latest: 0 }]), /does not come here/],
  ['an original that is not whole', () => ((d) => archiveOf([header(), d, part(d, 'abc')]))(document()), /not whole/],
  ['an original that is too long', () => ((d) => archiveOf([header(), d, part(d, 'abcdefgh')]))(document()), /longer/],
  ['a part in the wrong place', () => ((d) => archiveOf([header(), d, part(d, 'abc', 2)]))(document()), /does not come here/],
  ['a part of another document', () => archiveOf([header(), document(), part(document(), 'abcde')]), /does not come here/],
  ['no last line', () => archiveOf([header(), memory()]).split('\n').slice(0, -2).join('\n'), /no last line/],
  ['a last line of another archive', () => archiveOf([header(), memory()], (end) => ({ ...end, sha256: '0'.repeat(64) })), /digest/],
  ['a line after the last', () => `${archiveOf([header()])}${JSON.stringify(memory())}\n`, /after the end/],
  ['a line that is too long', () => `${archiveOf([header()]).split('\n')[0]}\n${' '.repeat(2_097_153)}x\n`, /longer than/],
];

export const refusalSuite: Suite = (stage) => {
  describe('an archive that is refused', () => {
    test('is told why, with the line, and leaves nothing half made', async () => {
      const owner = await newOwner(stage);
      const { workspaceId } = owner;
      for (const [what, archive, told] of bad) {
        const answer = await brought(stage.product.baseUrl, owner, { workspaceId, archive: archive() });
        expect([what, answer.status, answer.body.code]).toEqual([what, 400, 'invalid_params']);
        expect([what, answer.body.detail]).toEqual([what, expect.stringMatching(told)]);
        expect([what, answer.text]).not.toEqual([what, expect.stringMatching(/remembered|select |insert into|\n +at /)]);
      }
      expect((await owner.rest('GET', '/v1/projects')).body.data).toHaveLength(1);
    });

    test('can be sent again whole after it broke off in the middle', async () => {
      const owner = await newOwner(stage);
      const { workspaceId, token } = owner;
      const archive = archiveOf([header(), ...Array.from({ length: 300 }, () => memory())]);
      const { port } = new URL(stage.product.baseUrl);
      const socket = connect(Number(port), '127.0.0.1');
      const head = [
        `POST /v1/projects/import?workspace_id=${workspaceId} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${token}`,
        'Content-Type: application/x-ndjson',
        `Content-Length: ${Buffer.byteLength(archive)}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${archive.slice(0, archive.length / 2)}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const meanwhile = await brought(stage.product.baseUrl, owner, { workspaceId, archive });
      expect([meanwhile.status, meanwhile.body.detail]).toEqual([409, expect.stringContaining('another request')]);
      const wait = Number(meanwhile.headers.get('retry-after'));
      expect([wait > 50, wait <= 60]).toEqual([true, true]);
      socket.destroy();
      await expect
        .poll(async () => (await brought(stage.product.baseUrl, owner, { workspaceId, archive })).status, { timeout: 90_000 })
        .toBe(201);
      expect((await owner.rest('GET', '/v1/projects')).body.data).toHaveLength(2);
    });

    test('is not in force where its policy does not pass the checks, and says so', async () => {
      const owner = await newOwner(stage);
      const lines = await taken(owner, owner.projectId);
      const revision = {
        kind: 'policy_revision',
        number: 1,
        name: 'not mine',
        rules: [],
        digest: '0'.repeat(64),
        created_by: owner.id,
        created_at: at,
        activated_at: at,
      };
      const first = lines.findIndex(({ kind }) => kind === 'person') + 1;
      const withPolicy = lines.toSpliced(first, 0, revision, { kind: 'policy_state', active: 1, latest: 1 });
      const archive = archiveOf(withPolicy.filter(({ kind }) => kind !== 'policy_state' || withPolicy.length > 0));
      const { status, body } = await brought(stage.product.baseUrl, owner, { workspaceId: owner.workspaceId, archive });
      expect([status, body.policy]).toMatchObject([201, { active: 0, wanted: 1, reason: expect.stringContaining('not what was written') }]);
      expect((await owner.in(body.project.id).rest('GET', '/v1/policies')).body.project).toMatchObject({ number: 0, active: true });
    });
  });

  describe('who may move a project', () => {
    test.each([
      ['admin', true],
      ['approver', false],
      ['member', false],
      ['viewer', false],
    ])('%s: %s', async (role, may) => {
      const owner = await newOwner(stage);
      const person = await newMember(stage, owner, role);
      const out = await person.rest('GET', `/v1/projects/${owner.projectId}/export`);
      const archive = archiveOf([header()]);
      const into = await brought(stage.product.baseUrl, person, { workspaceId: owner.workspaceId, archive });
      const key = await person.rest('POST', `/v1/projects/${owner.projectId}/key/rotate`);
      expect([out.status, into.status, key.status]).toEqual(may ? [200, 201, 202] : [403, 403, 403]);
    });

    test('a stranger is told of nothing, and keys and tokens move none', async () => {
      const [owner, stranger] = [await newOwner(stage), await newOwner(stage)];
      const paths = [`/v1/projects/${owner.projectId}/export`, `/v1/projects/${owner.projectId}/key`];
      for (const path of paths) {
        const unknown = path.replace(owner.projectId, randomUUID());
        for (const asked of [path, unknown]) expect((await stranger.rest('GET', asked)).status).toBe(404);
      }
      expect((await stranger.rest('POST', `/v1/projects/${owner.projectId}/key/rotate`)).status).toBe(404);
      expect((await stranger.rest('GET', `/v1/erasures/${owner.projectId}`)).status).toBe(404);
      const into = await brought(stage.product.baseUrl, stranger, { workspaceId: owner.workspaceId, archive: archiveOf([header()]) });
      expect(into.status).toBe(404);
      const keyed = callerFor(stage.product.baseUrl, await newKey(owner, owner.projectId));
      for (const path of paths) expect((await keyed.rest('GET', path)).status).toBe(403);
    });
  });
};
