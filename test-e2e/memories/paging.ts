import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import { badArguments, callThrough, doors } from '../product/doors.ts';
import { insides } from '../product/insides.ts';
import type { Project, Suite } from '../product/stage.ts';
import { save } from './remembered.ts';

const savedCount = 12;

/** A page that is right for twelve memories. */
const page = (limit: number, offset: number, shown: number) => ({ success: true, total: savedCount, limit, offset, shown });

const taken: readonly [string, ReturnType<typeof page>][] = [
  ['{}', page(50, 0, 12)],
  ['{"limit":5}', page(5, 0, 5)],
  ['{"limit":"10"}', page(10, 0, 10)],
  ['{"limit":"007"}', page(7, 0, 7)],
  ['{"limit":5.0}', page(5, 0, 5)],
  ['{"limit":5e0,"offset":1.1e1}', page(5, 11, 1)],
  ['{"limit":null}', page(50, 0, 12)],
  ['{"offset":null,"limit":null}', page(50, 0, 12)],
  ['{"limit":1,"offset":11}', page(1, 11, 1)],
  ['{"limit":1,"offset":"12"}', page(1, 12, 0)],
  ['{"offset":-0}', page(50, 0, 12)],
  ['{"limit":200}', page(200, 0, 12)],
  ['{"limit":201}', page(200, 0, 12)],
  ['{"limit":"1000000000"}', page(200, 0, 12)],
  ['{"limit":1000000000}', page(200, 0, 12)],
  ['{"limit":9007199254740991}', page(200, 0, 12)],
  ['{"offset":9007199254740991}', page(50, Number.MAX_SAFE_INTEGER, 0)],
  ['{"offset":"9007199254740991"}', page(50, Number.MAX_SAFE_INTEGER, 0)],
];

const badNumbers = [
  '-1',
  '1.5',
  '"1.5"',
  '"ten"',
  '""',
  '" "',
  '" 5"',
  '"5 "',
  '"-5"',
  '"+5"',
  '"1e1"',
  '"0x1"',
  '"1_0"',
  '"５"',
  '"٣"',
  '"NaN"',
  '"Infinity"',
  '"5; drop table memories"',
  'true',
  'false',
  '[7]',
  '[]',
  '{}',
  '{"limit":7}',
  '1e20',
  '1e400',
  '-1e400',
  '9007199254740992',
  '"9007199254740993"',
  '"99999999999999999999999999999999"',
];

const refused: readonly [string, string][] = [
  ['{"limit":0}', 'limit'],
  ['{"limit":"0"}', 'limit'],
  ['{"limit":-0}', 'limit'],
  ...badNumbers.flatMap((value): [string, string][] => [
    [`{"limit":${value}}`, 'limit'],
    [`{"offset":${value}}`, 'offset'],
  ]),
  ['{"Limit":5}', 'Limit'],
  ['{"limit ":5}', 'limit '],
  ['{"page":2}', 'page'],
  ['{"cursor":"x"}', 'cursor'],
];

export const pagingSuite: Suite = (stage) => {
  describe('paging', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
      for (let at = 0; at < savedCount; at += 1) await save(project.caller, `memory ${at}`);
    });

    /** The arguments go as they are written: JSON.stringify knows no 1e400. */
    const plain = (args: string) =>
      call(`${project.caller.baseUrl}/mcp/tools/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${project.secret}`, 'content-type': 'application/json' },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_memories","arguments":${args}}}`,
      });

    test.each(taken)('takes %s', async (args, { shown, ...applied }) => {
      const { memories, ...rest } = (await plain(args)).body.result;
      expect(rest).toEqual(applied);
      expect(memories).toHaveLength(shown);
    });

    test.each(refused)('refuses %s, naming it', async (args, path) => {
      const { status, body, text } = await plain(args);
      expect([status, body.error.code, body.error.data.error]).toEqual([400, -32_602, 'invalid_params']);
      expect(body.error.data.issues).toEqual([{ path, message: expect.any(String) }]);
      expect(text).not.toMatch(insides);
    });

    test.each(doors)('reads numbers alike by %s', async (door) => {
      for (const args of [{ limit: '3' }, { limit: 3 }, { limit: 3, offset: null }]) {
        expect((await callThrough(door, project.caller, 'get_memories', args)).result).toMatchObject({
          limit: 3,
          offset: 0,
          total: savedCount,
        });
      }
      expect((await callThrough(door, project.caller, 'get_memories', { limit: 1_000_000_000 })).result.limit).toBe(200);
      for (const limit of [0, -1, 1.5, '1.5', 'ten', true, [7], 1e20]) {
        expect((await callThrough(door, project.caller, 'get_memories', { limit })).refusal).toMatchObject(badArguments('limit'));
      }
      const both = await callThrough(door, project.caller, 'get_memories', { limit: 'x', offset: -1, more: 1 });
      expect(both.refusal).toMatchObject(badArguments('limit', 'offset', 'more'));
    });

    test.each(['list_knowledge_documents', 'get_memories'])('is the same rule in %s', async (tool) => {
      expect((await callThrough('plain', project.caller, tool, { limit: '7', offset: '0' })).result).toMatchObject({ limit: 7, offset: 0 });
      expect((await callThrough('plain', project.caller, tool, { limit: 500 })).result.limit).toBe(200);
      expect((await callThrough('plain', project.caller, tool, { offset: Number.MAX_SAFE_INTEGER })).http.status).toBe(200);
      expect((await callThrough('plain', project.caller, tool, { limit: 0, offset: 1.5 })).refusal).toMatchObject(
        badArguments('limit', 'offset'),
      );
    });

    test.each(['search_knowledge'])('bounds limit in %s', async (tool) => {
      expect((await callThrough('plain', project.caller, tool, { query: 'x', limit: '1000' })).http.status).toBe(200);
      for (const limit of [0, -1, 1.5, 'ten', true, [7], 1e20]) {
        expect((await callThrough('plain', project.caller, tool, { query: 'x', limit })).refusal).toMatchObject(badArguments('limit'));
      }
    });

    test('bounds the slices of a document', async () => {
      const document_id = '01a21f9f-c8d1-71a8-990b-cb24cde82867';
      for (const args of [{ offset: -1 }, { offset: 1e20 }, { max_characters: 0 }, { max_characters: 'x' }]) {
        const { refusal } = await callThrough('plain', project.caller, 'get_document_full_content', { document_id, ...args });
        expect(refusal).toMatchObject(badArguments(...Object.keys(args)));
      }
    });

    test.each(['/v1/memories', '/v1/knowledge/documents', '/v1/api-keys', '/v1/projects', '/v1/workspaces'])(
      'is the same rule in the query of %s',
      async (path) => {
        for (const query of ['', '?limit=7', '?limit=200', '?limit=1000000000', '?limit=9007199254740991']) {
          expect((await project.session.rest('GET', `${path}${query}`)).status, query).toBe(200);
        }
        for (const value of ['0', '-1', '1.5', 'ten', '1e400', '1e1', 'true', '%00', '%20', '5%20', '٣', '9007199254740992', '']) {
          const { status, body } = await project.session.rest('GET', `${path}?limit=${value}`);
          expect([value, status, body.code, body.issues?.[0]?.path]).toEqual([value, 400, 'invalid_params', 'limit']);
        }
        expect((await project.session.rest('GET', `${path}?limit=1&limit=2`)).body.issues[0].path).toBe('limit');
      },
    );

    test.each(['x', 'null', '%00', 'AAAA', '..', "'--", 'a'.repeat(512), '%F0%9F%98%80'])(
      'refuses a cursor that it did not give: %s',
      async (cursor) => {
        const { status, body } = await project.caller.rest('GET', `/v1/memories?cursor=${cursor}`);
        expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_params', 'cursor']);
      },
    );

    test('a cursor walks the whole list once, whatever is saved or deleted meanwhile', async () => {
      const own = await stage.newProject();
      const ids: string[] = [];
      for (let at = 0; at < 9; at += 1) ids.push(await save(own.caller, `walked ${at}`));
      const walked: string[] = [];
      let query = '?limit=2';
      for (let step = 0; step < 10 && query !== ''; step += 1) {
        const { data, next_cursor: next } = (await own.caller.rest('GET', `/v1/memories${query}`)).body;
        walked.push(...data.map(({ id }: { id: string }) => id));
        query = next === null ? '' : `?limit=2&cursor=${next}`;
        await save(own.caller, 'meanwhile');
        if (step === 1) await own.caller.tool('delete_memory', { memory_id: walked.at(-1) });
      }
      expect(walked).toEqual(ids.toReversed());
    });

    test('a cursor serves no other list', async () => {
      const { next_cursor: cursor } = (await project.caller.rest('GET', '/v1/memories?limit=1')).body;
      const own = await stage.newProject();
      for (const [caller, path] of [
        [own.caller, '/v1/memories'],
        [project.caller, '/v1/knowledge/documents'],
      ] as const) {
        expect((await caller.rest('GET', `${path}?cursor=${cursor}`)).status).toBe(400);
      }
    });
  });
};
