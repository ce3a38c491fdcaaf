import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { everythingOf, idsOf, inhabited } from './inhabited.ts';
import type { Inhabited } from './inhabited.ts';
import { newStranger } from './stranger.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  /** Whether it is a list in parts. */
  readonly takesLimit: boolean;
  /** Whether it needs a credential. */
  readonly isGuarded: boolean;
}

interface Described {
  readonly parameters?: readonly { readonly name?: string }[];
  readonly security: readonly unknown[];
}

/** Bodies that would change something, were they let through. */
const bodies: Readonly<Record<string, object>> = {
  'PATCH /v1/memories/{id}': { content: 'taken over' },
  'POST /v1/memories/{id}/restore': { version: 1 },
  'PATCH /v1/agents/{id}': { name: 'taken over' },
  'PATCH /v1/projects/{id}': { name: 'taken over' },
  'PATCH /v1/workspaces/{id}': { name: 'taken over' },
  'PATCH /v1/workspaces/{id}/members/{user_id}': { role: 'viewer' },
  'POST /v1/workspaces/{id}/invitations': { role: 'viewer' },
  'POST /v1/actions/{decision_id}/start': { permit: 'cairn_permit_taken' },
  'POST /v1/executions/{id}/outcome': { status: 'failed' },
  'POST /v1/memories': { content: 'x' },
  'POST /v1/memories/search': { query: 'x' },
  'POST /v1/context': { task: 'x' },
  'POST /v1/knowledge/documents': { title: 'x', content: 'x' },
  'POST /v1/knowledge/search': { query: 'x' },
  'POST /v1/agents': { name: 'x' },
  'POST /v1/api-keys': { name: 'x' },
  'POST /v1/actions': { action: { kind: 'shell.exec', command: 'ls', cwd: '/repo', workspace_root: '/repo' } },
  'POST /v1/tasks': { goal: 'x', plan: { steps: [{ id: 'a', kind: 'checkpoint' }] } },
  'PATCH /v1/governance/settings': { allow_self_approval: true },
  'POST /v1/approvals/{id}/votes': { decision: 'approve' },
  'POST /v1/tasks/{id}/plan': { plan: { steps: [{ id: 'a', kind: 'wait', input: { seconds: 1 } }] } },
  'POST /v1/tasks/{id}/steps/{step_id}/result': { status: 'succeeded' },
  'POST /oauth/interactions/{uid}/decision': { approve: false },
};

/** The path with that id in every place. */
const filled = (path: string, id: string): string => path.replaceAll(/\{\w+\}/g, id);

/** An answer without what is of one request alone. */
function impersonal({ status, text, headers }: Answer, id: string): unknown {
  return {
    status,
    text: text.replaceAll(headers.get('x-request-id') ?? ' ', '<request>').replaceAll(id, '<id>'),
    type: headers.get('content-type'),
  };
}

/** Nouns of things that are a person's or a workspace's: tried with ids that are none of theirs. */
const ofPeople = new Set(['workspaces', 'members', 'invitations', 'sessions', 'connections', 'interactions', 'erasures']);

/** What of another project such a path could name. A new kind of thing has to be made in `inhabited` first. */
function foreignIds(path: string, home: Inhabited): readonly string[] {
  if (!path.includes('{')) return [''];
  const nouns = [...path.matchAll(/([a-z-]+)\/\{\w+\}/g)].map(([, noun = '']) => noun);
  const ids = idsOf(home);
  const [first = ''] = nouns;
  const own = ids[first];
  if (own === undefined && !ofPeople.has(first) && first !== 'revisions')
    throw new Error(`nothing of the kind "${first}" was made: ${path}`);
  // One of the right kind, one that failed, and one of another kind.
  return [...new Set([own ?? home.memoryId, ...(first === 'documents' ? [home.failedId] : []), home.keyId])];
}

/** Who may ask at all: keys are nothing for accounts, and a person sees every project of their own, whichever the session works in. */
function callersOf({ path }: Operation, { caller, other, session }: Inhabited): readonly Caller[] {
  if (!path.startsWith('/v1/')) return [session];
  return path.startsWith('/v1/projects/') ? [caller, other] : [caller, other, session];
}

export const routeSuite: Suite = (stage) => {
  describe('every route of the OpenAPI document', () => {
    let operations: readonly Operation[];
    let home: Inhabited;
    let away: Inhabited;
    beforeAll(async () => {
      const { paths } = (await call(`${stage.product.baseUrl}/openapi.json`)).body;
      operations = Object.entries(paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters = [], security }]) => ({
          method: method.toUpperCase(),
          path,
          takesLimit: parameters.some(({ name }) => name === 'limit'),
          isGuarded: security.length > 0,
        })),
      );
      [home, away] = await Promise.all([inhabited(stage), inhabited(stage)]);
    });

    const request = (caller: Caller, { method, path }: Operation, id: string): Promise<Answer> =>
      caller.rest(method, filled(path, id), bodies[`${method} ${path}`]);

    /** Operations that name a thing. The operator's are let in by another secret than people's and see every workspace. */
    const naming = () => operations.filter(({ path }) => path.includes('{') && !path.startsWith('/operator/'));

    test('that names a thing does for one of another project as for one that never was', async () => {
      const before = await everythingOf(home);
      const named = naming().filter(({ path }) => !path.includes('{n}'));
      expect(named.length).toBeGreaterThan(40);
      for (const operation of named) {
        const ids = foreignIds(operation.path, home);
        for (const caller of callersOf(operation, away)) {
          for (const id of ids) {
            const unknownId = id === home.traceId ? randomUUID().replaceAll('-', '') : randomUUID();
            const [foreign, unknown] = await Promise.all([request(caller, operation, id), request(caller, operation, unknownId)]);
            expect([operation, id, foreign.status]).toEqual([operation, id, expect.toBeOneOf([403, 404])]);
            expect(impersonal(foreign, id)).toEqual(impersonal(unknown, unknownId));
            expect(foreign.text).not.toContain(home.word);
          }
        }
      }
      expect(await everythingOf(home)).toEqual(before);
    });

    test('that counts within a project finds no number of another', async () => {
      const counted = naming().filter(({ path }) => path.includes('{n}'));
      expect(counted.length).toBeGreaterThanOrEqual(4);
      // Both have a first one.
      const { body: second } = await home.session.rest('POST', '/v1/policies/revisions', { name: home.word, rules: [] });
      const number = String(second.number);
      expect(number).toBe('2');
      for (const { method, path } of counted) {
        const { status, text } = await away.session.rest(method, path.replace('{n}', number), method === 'POST' ? {} : undefined);
        // A body that is missing may be told before the number is looked up.
        expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([400, 403, 404])]);
        expect(text).not.toContain(home.word);
      }
      expect((await home.session.rest('GET', `/v1/policies/revisions/${number}`)).status).toBe(200);
    });

    test('gives a person of another workspace nothing, in whichever project they say that they work', async () => {
      const stranger = await newStranger(stage.product.baseUrl, home.id);
      const before = await everythingOf(home);
      const reachable = operations.filter(({ path, isGuarded }) => path.startsWith('/v1/') && isGuarded);
      const workspaceId = stage.person.workspaceId;
      for (const operation of reachable) {
        const ids = operation.path.includes('/workspaces/{id}') ? [workspaceId] : foreignIds(operation.path, home);
        for (const id of ids) {
          const { status, text } = await request(stranger, operation, id);
          const isOwn =
            !operation.path.includes('{') &&
            /^\/v1\/(?:workspaces|projects|erasures|account\/audit(?:\/\w+)?|invitations\/accept)$/.test(operation.path);
          if (!isOwn) expect([operation, status]).toEqual([operation, expect.toBeOneOf([400, 403, 404, 415])]);
          for (const mark of [home.word, home.id, workspaceId, ...Object.values(idsOf(home))].filter((one) => one !== id)) {
            expect([operation, text.includes(mark)]).toEqual([operation, false]);
          }
        }
      }
      expect(await everythingOf(home)).toEqual(before);
    });

    test('that lists shows nothing of another project', async () => {
      // The audit of a project or an account tells which ids of another it was tried with, by its own people: see the suite of the audit.
      const lists = operations.filter(
        ({ method, path }) =>
          method === 'GET' && path.startsWith('/v1/') && !path.includes('{') && !/^\/v1\/(?:account\/)?audit/.test(path),
      );
      expect(lists.filter(({ takesLimit }) => takesLimit).length).toBeGreaterThanOrEqual(5);
      for (const { path, takesLimit } of lists) {
        for (const caller of [away.caller, away.session]) {
          const { status, text } = await caller.rest('GET', `${path}${takesLimit ? '?limit=200' : ''}`);
          expect([200, 403]).toContain(status);
          for (const mark of [home.memoryId, home.documentId, home.failedId, home.keyId, home.word]) expect(text).not.toContain(mark);
          if (caller === away.caller) expect(text).not.toContain(home.id);
        }
      }
      expect((await away.caller.rest('GET', '/v1/projects')).body.data).toMatchObject([{ id: away.id }]);
    });

    test('that needs a credential refuses to be called without', async () => {
      const guarded = operations.filter(({ isGuarded }) => isGuarded);
      expect(guarded.length).toBeGreaterThan(20);
      for (const { method, path } of guarded) {
        const answer = await call(`${stage.product.baseUrl}${filled(path, home.memoryId)}`, { method });
        expect([method, path, answer.status, answer.headers.get('www-authenticate')]).toEqual([
          method,
          path,
          401,
          expect.stringContaining('Bearer'),
        ]);
      }
    });
  });
};
