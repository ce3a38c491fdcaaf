import { beforeAll, describe, expect, test } from 'vitest';
import { remembered } from '../memories/remembered.ts';
import { call } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';

/** Names that are almost those of tools. */
const wrongNames = [
  'no_such',
  'Save_Memory',
  'SAVE_MEMORY',
  'save_memory ',
  ' save_memory',
  'save_memory\u200b',
  's\u0430ve_memory',
  'save_memory\0',
  'save_memory\n',
  'ｓave_memory',
  'save-memory',
  'save_memory;delete_memory',
  'tools/save_memory',
  'get_*',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'x'.repeat(10_000),
  '<script>alert(1)</script>',
  '\u202eyromem_evas',
];

const wrongMethods = [
  'tools/cal',
  'TOOLS/CALL',
  'tools/call ',
  ' tools/call',
  'tools/call\u200b',
  '',
  'tools',
  'tools/',
  'notifications/x',
  '__proto__',
  'rpc.discover',
  '\0',
];

export const jsonRpcSuite: Suite = (stage) => {
  describe('a JSON-RPC request at /mcp/tools/call', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });
    const send = (body: string) =>
      call(`${project.caller.baseUrl}/mcp/tools/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${project.secret}`, 'content-type': 'application/json' },
        body,
      });
    const sendMessage = (message: object) => send(JSON.stringify({ jsonrpc: '2.0', id: 'i-1', method: 'tools/call', ...message }));

    test.each([0, -1, 7, 9_007_199_254_740_991, '', 'x', '界', ' 1 ', 'a'.repeat(2000)])('is answered under its id %j', async (id) => {
      const good = await sendMessage({ id, params: { name: 'get_memories', arguments: { limit: 1 } } });
      expect(good.body).toMatchObject({ jsonrpc: '2.0', id, result: { success: true } });
      expect(good.body.error).toBeUndefined();
      const bad = await sendMessage({ id, params: { name: 'get_memories', arguments: { limit: 0 } } });
      expect(bad.body).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32_602 } });
      expect(bad.body.result).toBeUndefined();
    });

    test.each(['null', 'true', '1.5', '1e400', '{}', '[]', '9007199254740993'])(
      'has an id that can be given back, so not %s',
      async (id) => {
        const answer = await send(
          `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"save_memory","arguments":{"content":"x"}}}`,
        );
        expect([answer.status, answer.body]).toMatchObject([
          400,
          { jsonrpc: '2.0', id: null, error: { code: -32_600, data: { error: 'invalid_request' } } },
        ]);
      },
    );

    test('has an id', async () => {
      const answer = await send('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"save_memory","arguments":{"content":"x"}}}');
      expect([answer.status, answer.body]).toMatchObject([400, { id: null, error: { code: -32_600 } }]);
    });

    test.each(wrongNames)('names a tool exactly, so not %j', async (name) => {
      const answer = await sendMessage({ params: { name, arguments: { content: 'x' } } });
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { id: 'i-1', error: { code: -32_602, data: { error: 'invalid_params', issues: [{ path: 'params.name' }] } } },
      ]);
      expect(answer.body.result).toBeUndefined();
      expect(answer.text.length).toBeLessThan(1500);
      // Shown escaped, so that a look-alike is seen to be one.
      expect(answer.text).not.toMatch(/[^\x20-\x7e…]/);
    });

    test.each([[7], [null], [true], [{}], [[]], [undefined]])('names a tool with text, so not with %j', async (name) => {
      const answer = await sendMessage({ params: { name, arguments: {} } });
      expect([answer.status, answer.body]).toMatchObject([400, { id: 'i-1', error: { code: -32_602 } }]);
    });

    test.each(wrongMethods)('has the one method, so not %j', async (method) => {
      const answer = await sendMessage({ method, params: { name: 'save_memory', arguments: { content: 'x' } } });
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { id: 'i-1', error: { code: -32_601, data: { error: 'method_not_found' } } },
      ]);
    });

    test.each(['initialize', 'tools/list', 'ping', 'server/discover'])('has no other method, %s among them', async (method) => {
      expect((await sendMessage({ method })).body.error.code).toBe(-32_601);
    });

    test.each([[5], [null], [true], [{}], [[]], [undefined]])('has a method of text, so not %j', async (method) => {
      const answer = await sendMessage({ method, params: { name: 'save_memory', arguments: { content: 'x' } } });
      expect([answer.status, answer.body]).toMatchObject([400, { id: 'i-1', error: { code: -32_600 } }]);
    });

    test.each([[undefined], [null], ['1.0'], ['2'], [2], ['2.0 '], [true], [['2.0']]])('is of version 2.0, so not %j', async (jsonrpc) => {
      const answer = await sendMessage({ jsonrpc, params: { name: 'save_memory', arguments: { content: 'x' } } });
      expect([answer.status, answer.body]).toMatchObject([400, { id: 'i-1', error: { code: -32_600 } }]);
    });

    test.each([[undefined], [null], [7], ['x'], [[]], [['save_memory', {}]], [true]])(
      'has params that are an object, so not %j',
      async (params) => {
        const answer = await sendMessage({ params });
        expect([answer.status, answer.body]).toMatchObject([400, { id: 'i-1', error: { code: -32_602 } }]);
      },
    );

    test.each([[7], ['x'], [[]], [[{ content: 'x' }]], [true]])('has arguments that are an object, so not %j', async (args) => {
      const answer = await sendMessage({ params: { name: 'save_memory', arguments: args } });
      expect([answer.status, answer.body]).toMatchObject([400, { id: 'i-1', error: { code: -32_602 } }]);
    });

    test.each(['null', 'true', '7', '"tools/call"', '{}', '{"result":{}}', '{"jsonrpc":"2.0","id":1,"result":{}}'])(
      'is an object with a call in it, so not %s',
      async (body) => {
        const answer = await send(body);
        expect([answer.status, answer.body]).toMatchObject([400, { error: { code: -32_600 } }]);
      },
    );

    test('did nothing in all of that', async () => {
      expect(await remembered(project.caller)).toEqual([]);
    });
  });
};
