import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { everythingOf, inhabited } from './inhabited.ts';
import type { Inhabited } from './inhabited.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  /** Whether it is a list in parts. */
  readonly takesLimit: boolean;
}

interface Described {
  readonly parameters?: readonly { readonly name?: string }[];
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
        Object.entries(methods).map(([method, { parameters = [] }]) => ({
          method: method.toUpperCase(),
          path,
          takesLimit: parameters.some(({ name }) => name === 'limit'),
        })),
      );
      [home, away] = await Promise.all([inhabited(stage), inhabited(stage)]);
    });

    const request = (caller: Caller, { method, path }: Operation, id: string): Promise<Answer> =>
      caller.rest(method, filled(path, id), bodies[`${method} ${path}`]);

    test('that names a thing does for one of another project as for one that never was', async () => {
      // The operator's are let in by another secret than people's and see every workspace; numbers count within a project and name nothing elsewhere.
      const named = operations.filter(({ path }) => path.includes('{') && !path.includes('{n}') && !path.startsWith('/operator/'));
      expect(named.length).toBeGreaterThan(12);
      const before = await everythingOf(home);
      for (const operation of named) {
        const callers = callersOf(operation, away);
        for (const caller of callers) {
          for (const id of [home.memoryId, home.documentId, home.failedId, home.keyId, home.id]) {
            const unknownId = randomUUID();
            const [foreign, unknown] = await Promise.all([request(caller, operation, id), request(caller, operation, unknownId)]);
            expect([operation, foreign.status]).toEqual([operation, expect.toBeOneOf([403, 404])]);
            expect(impersonal(foreign, id)).toEqual(impersonal(unknown, unknownId));
            expect(foreign.text).not.toContain(home.word);
          }
        }
      }
      expect(await everythingOf(home)).toEqual(before);
    });

    test('that lists shows nothing of another project', async () => {
      // The audit of a project tells which ids of another it was tried with, by its own people: see the suite of the audit.
      const lists = operations.filter(
        ({ method, path }) => method === 'GET' && path.startsWith('/v1/') && !path.includes('{') && !path.startsWith('/v1/audit'),
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
      const { paths } = (await call(`${stage.product.baseUrl}/openapi.json`)).body;
      const guarded = operations.filter(({ method, path }) => paths[path][method.toLowerCase()].security.length > 0);
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
