import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../product/caller.ts';
import { callerFor } from '../product/caller.ts';
import { badArguments, callThrough, doors, forbidden, notFound } from '../product/doors.ts';
import type { Project, Suite } from '../product/stage.ts';
import { remembered, save, total } from './remembered.ts';

/** An answer without what is of one request alone. */
function impersonal({ status, text, headers }: Answer, id: string) {
  const kept = ['content-type', 'content-length', 'www-authenticate', 'retry-after'].map((name) => [name, headers.get(name)]);
  const requestId = headers.get('x-request-id') ?? '';
  return { status, text: text.replaceAll(requestId, '<request>').replaceAll(id, '<id>'), kept };
}

export const ownershipSuite: Suite = (stage) => {
  describe('a memory of one key', () => {
    let home: Project;
    let foreign: Project;
    let id: string;
    beforeAll(async () => {
      [home, foreign] = await Promise.all([stage.newProject(), stage.newProject()]);
      id = await save(home.caller, 'mine');
    });

    const changes = [
      ['update_memory', (memory_id: string) => ({ memory_id, content: 'taken' })],
      ['delete_memory', (memory_id: string) => ({ memory_id })],
    ] as const;

    test.each(changes)('is refused to another key of the project in %s', async (tool, args) => {
      for (const door of doors) expect((await callThrough(door, home.other, tool, args(id))).refusal).toMatchObject(forbidden);
      expect(await remembered(home.caller)).toMatchObject([{ memory_id: id, content: 'mine' }]);
    });

    test.each(changes)('is to another project as if it never was in %s', async (tool, args) => {
      for (const door of doors) {
        const known = await callThrough(door, foreign.caller, tool, args(id));
        const unknownId = randomUUID();
        const unknown = await callThrough(door, foreign.caller, tool, args(unknownId));
        expect(known.refusal).toMatchObject(notFound);
        expect(impersonal(known.http, id)).toEqual(impersonal(unknown.http, unknownId));
        const upper = await callThrough(door, foreign.caller, tool, args(id.toUpperCase()));
        expect(impersonal(upper.http, id)).toEqual(impersonal(known.http, id));
      }
      expect(await remembered(home.caller)).toMatchObject([{ memory_id: id, content: 'mine' }]);
    });

    test.each(changes)('an id that is none is refused for what it is in %s', async (tool, args) => {
      for (const caller of [home.caller, home.other, foreign.caller]) {
        for (const none of [
          'not-a-uuid',
          '',
          `${id} `,
          ` ${id}`,
          id.replaceAll('-', ''),
          `{${id}}`,
          `urn:uuid:${id}`,
          `${id}' or '1'='1`,
          `${id}\n`,
        ]) {
          expect((await callThrough('plain', caller, tool, args(none))).refusal).toMatchObject(badArguments('memory_id'));
        }
      }
      for (const door of doors) {
        expect((await callThrough(door, foreign.caller, tool, args('not-a-uuid'))).refusal).toMatchObject(badArguments('memory_id'));
      }
    });

    test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'f47ac10b-58cc-1372-a567-0e02b2c3d479'])(
      'an id of any version is looked up: %s',
      async (memory_id) => {
        expect((await callThrough('plain', home.caller, 'delete_memory', { memory_id })).refusal).toMatchObject(notFound);
      },
    );

    test('is read by every key of the project and by no other', async () => {
      expect(await remembered(home.other)).toMatchObject([{ memory_id: id }]);
      expect(await remembered(home.session).catch(() => 'refused')).toBe('refused');
      expect((await home.session.rest('GET', '/v1/memories')).body.data).toMatchObject([{ id }]);
      expect(await total(foreign.caller)).toBe(0);
      expect((await foreign.caller.rest('GET', '/v1/memories')).body.data).toEqual([]);
    });

    test('has the same rules over REST', async () => {
      const path = `/v1/memories/${id}`;
      expect((await home.other.rest('GET', path)).status).toBe(200);
      for (const [method, body] of [
        ['PATCH', { content: 'taken' }],
        ['DELETE', undefined],
      ] as const) {
        expect((await home.other.rest(method, path, body)).body).toMatchObject({ status: 403, code: 'forbidden' });
      }
      for (const caller of [foreign.caller, foreign.session]) {
        for (const [method, body] of [
          ['GET', undefined],
          ['PATCH', { content: 'taken' }],
          ['DELETE', undefined],
        ] as const) {
          const unknownId = randomUUID();
          const known = await caller.rest(method, path, body);
          expect(known.body).toMatchObject({ status: 404, code: 'not_found' });
          expect(impersonal(known, id)).toEqual(impersonal(await caller.rest(method, `/v1/memories/${unknownId}`, body), unknownId));
          expect((await caller.rest(method, '/v1/memories/not-a-uuid', body)).body).toMatchObject({ status: 400, code: 'invalid_params' });
        }
      }
      expect(await remembered(home.caller)).toMatchObject([{ memory_id: id, content: 'mine' }]);
    });

    test('may be changed and deleted by its person, signed in', async () => {
      const made = await save(home.other, "the other key's");
      const patched = await home.session.rest('PATCH', `/v1/memories/${made}`, { content: "the person's" });
      expect(patched.body).toMatchObject({ id: made, content: "the person's" });
      expect((await home.session.rest('DELETE', `/v1/memories/${made}`)).status).toBe(204);
      expect((await home.session.rest('DELETE', `/v1/memories/${made}`)).status).toBe(404);
      expect(await total(home.caller)).toBe(1);
    });

    test('made by the person is changed by no key', async () => {
      const made = (await home.session.rest('POST', '/v1/memories', { content: "the person's" })).body.id;
      expect((await callThrough('plain', home.caller, 'update_memory', { memory_id: made, content: 'x' })).refusal).toMatchObject(
        forbidden,
      );
      expect((await home.session.rest('DELETE', `/v1/memories/${made}`)).status).toBe(204);
    });

    test('keeps its owner when the key is rotated, and only then', async () => {
      const own = await stage.newProject();
      const made = await save(own.caller, 'before');
      const { key } = (await own.session.rest('POST', `/v1/api-keys/${own.keyId}/rotate`)).body;
      const rotated = callerFor(own.caller.baseUrl, key);
      expect((await callThrough('plain', rotated, 'update_memory', { memory_id: made, content: 'after' })).refusal).toBeUndefined();
      await own.session.rest('DELETE', `/v1/api-keys/${own.keyId}`);
      const fresh = callerFor(own.caller.baseUrl, (await stage.person.makeKey(own.id, 'first')).secret);
      expect((await callThrough('plain', fresh, 'update_memory', { memory_id: made, content: 'x' })).refusal).toMatchObject(forbidden);
      expect(await remembered(fresh)).toMatchObject([{ memory_id: made, content: 'after' }]);
    });

    test('is named by its id in either case', async () => {
      const own = await stage.newProject();
      const made = await save(own.caller, 'first');
      const { result } = await callThrough('plain', own.caller, 'update_memory', { memory_id: made.toUpperCase(), content: 'second' });
      expect(result.memory_id).toBe(made);
      expect(await remembered(own.caller)).toMatchObject([{ memory_id: made, content: 'second' }]);
      expect((await own.caller.rest('GET', `/v1/memories/${made.toUpperCase()}`)).body).toMatchObject({ id: made, content: 'second' });
    });
  });
};
