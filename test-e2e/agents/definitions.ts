import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';

const path = '/v1/agents';

export const make = (caller: Caller, body: object): Promise<Answer> => caller.rest('POST', path, body);

const whole = {
  name: 'Librarian',
  description: 'Finds things',
  instructions: 'Cite every source. 日本語 😀',
  model: 'some/model',
  tools: ['search_knowledge', 'get_document_full_content'],
  memory_scope: 'system',
};

export const definitionSuite: Suite = (stage) => {
  describe('an agent', () => {
    let home: Project;
    let foreign: Project;
    beforeAll(async () => {
      [home, foreign] = await Promise.all([stage.newProject(), stage.newProject()]);
    });

    test('is made with what it needs, told as it was sent, and listed', async () => {
      const { status, body, headers } = await make(home.caller, whole);
      expect(status).toBe(201);
      expect(body).toMatchObject({ ...whole, version: 1, updated_at: body.created_at });
      expect(headers.get('location')).toBe(`${path}/${body.id}`);
      for (const caller of [home.caller, home.other, home.session]) {
        expect((await caller.rest('GET', `${path}/${body.id}`)).body).toEqual(body);
        expect((await caller.rest('GET', path)).body.data).toContainEqual(body);
      }
    });

    test('needs no more than a name', async () => {
      const { body } = await make(home.session, { name: `plain ${randomUUID()}` });
      expect(body).toMatchObject({ description: null, instructions: null, model: null, tools: null, memory_scope: 'agent' });
    });

    test('has a name of its own in the project', async () => {
      const name = `one ${randomUUID()}`;
      const made = await Promise.all(Array.from({ length: 5 }, () => make(home.caller, { name })));
      expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
      expect((await make(foreign.caller, { name })).status).toBe(201);
    });

    test.each([
      ['no name', {}],
      ['an empty name', { name: '' }],
      ['a blank name', { name: ' \t' }],
      ['a name of two lines', { name: 'a\nb' }],
      ['a long name', { name: 'n'.repeat(129) }],
      ['a name that is no text', { name: 7 }],
      ['long instructions', { name: 'x', instructions: 'é'.repeat(32_769) }],
      ['a null character', { name: 'x', instructions: 'a\u0000b' }],
      ['tools that are no list', { name: 'x', tools: 'all' }],
      ['a tool twice', { name: 'x', tools: ['a', 'a'] }],
      ['too many tools', { name: 'x', tools: Array.from({ length: 129 }, (_, i) => `t${i}`) }],
      ['another scope', { name: 'x', memory_scope: 'world' }],
      ['an unknown field', { name: 'x', colour: 'red' }],
    ])('is refused with %s', async (_fault, body) => {
      const { status, body: answer } = await make(home.caller, body);
      expect([status, answer.code]).toEqual([400, 'invalid_params']);
    });

    test('is nothing to another project', async () => {
      const { body } = await make(home.caller, { name: `hidden ${randomUUID()}` });
      for (const id of [body.id, randomUUID()]) {
        for (const [method, sent] of [
          ['GET', undefined],
          ['PATCH', { model: 'x' }],
          ['DELETE', undefined],
        ] as const) {
          const answer = await foreign.caller.rest(method, `${path}/${id}`, sent);
          expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'not_found']);
        }
        expect((await foreign.caller.rest('GET', `${path}/${id}/versions`)).status).toBe(404);
      }
      expect((await home.caller.rest('GET', `${path}/${body.id}`)).body).toEqual(body);
    });

    test('is made once for an Idempotency-Key', async () => {
      const body = { name: `kept ${randomUUID()}` };
      const key = { 'idempotency-key': randomUUID() };
      const first = await home.caller.rest('POST', path, body, key);
      expect(await home.caller.rest('POST', path, body, key).then((again) => again.body)).toEqual(first.body);
    });

    test('comes in pages', async () => {
      const own = await stage.newProject();
      for (let at = 0; at < 5; at += 1) await make(own.caller, { name: `agent ${at}` });
      const names: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await own.caller.rest('GET', `${path}?limit=2${cursor}`);
        names.push(...body.data.map(({ name }: { name: string }) => name));
        if (body.next_cursor === null) break;
        cursor = `&cursor=${body.next_cursor}`;
      }
      expect(names).toEqual(['agent 4', 'agent 3', 'agent 2', 'agent 1', 'agent 0']);
    });
  });
};
