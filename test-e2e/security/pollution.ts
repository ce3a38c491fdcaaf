import { describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';

/** Where JSON is taken, with a body in which `<here>` stands in the place of an object. */
const places: readonly (readonly [string, string, string])[] = [
  ['metadata of a memory', '/v1/memories', '{"content":"x","metadata":<here>}'],
  ['a filter', '/v1/memories/search', '{"query":"x","metadata":<here>}'],
  [
    'the arguments of a tool',
    '/mcp/tools/call',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save_memory","arguments":<here>}}',
  ],
  ['an action', '/v1/actions', '{"action":{"kind":"mcp.call","server":"s","tool":"t","arguments":<here>}}'],
  ['rules', '/v1/policies/revisions', '{"name":"x","rules":[<here>]}'],
  ['an action to evaluate', '/v1/policies/evaluate', '{"action":{"kind":"mcp.call","server":"s","tool":"t","arguments":<here>}}'],
  ['a plan', '/v1/tasks', '{"goal":"x","plan":{"steps":[{"id":"a","kind":"memory.save","input":<here>}]}}'],
  ['a hook', '/v1/hooks/claude-code', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":<here>}'],
  ['an agent', '/v1/agents', '{"name":"x","tools":<here>}'],
  ['sign-in', '/auth/sign-in', '<here>'],
];

const polluting = [
  '{"__proto__":{"isPolluted":true}}',
  '{"\\u005f_proto__":{"isPolluted":true}}',
  '{"constructor":{"prototype":{"isPolluted":true}}}',
  '{"a":{"b":[{"__proto__":{"isPolluted":true}}]}}',
];

export const pollutionSuite: Suite = (stage) => {
  describe('a body that reaches for the prototype of all objects', () => {
    test.each(places)('is refused in %s', async (_kind, path, body) => {
      const { id, session, caller } = await stage.newProject();
      for (const object of polluting) {
        const { status, text } = await call(`${stage.product.baseUrl}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${(path.startsWith('/mcp') ? caller : session).secret}`,
            'content-type': 'application/json',
            'x-service-project-id': id,
          },
          body: body.replace('<here>', object),
        });
        expect([object, status, /__proto__|invalid/.test(text)]).toEqual([object, 400, true]);
        expect(text).not.toContain('isPolluted');
      }
    });

    test('is refused line by line in an import', async () => {
      const { caller } = await stage.newProject();
      const lines = polluting.map((object) => `{"content":"x","metadata":${object}}`).join('\n');
      const { text } = await call(`${stage.product.baseUrl}/v1/memories/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/x-ndjson' },
        body: lines,
      });
      expect(text).not.toContain('isPolluted');
      expect((await caller.rest('GET', '/v1/memories')).body.data).toEqual([]);
    });
  });

  test('names that every object has are names like others', async () => {
    const { caller, session } = await stage.newProject();
    const metadata = { toString: 'a', valueOf: 'b', hasOwnProperty: 'c', constructor: 'd' };
    const { body } = await caller.rest('POST', '/v1/memories', {
      content: 'x',
      metadata,
      agent_id: '__proto__',
      session_id: 'constructor',
    });
    expect((await caller.rest('GET', `/v1/memories/${body.id}`)).body).toMatchObject({ metadata, agent_id: '__proto__' });
    const action = { kind: 'mcp.call', server: '__proto__', tool: 'constructor', arguments: metadata };
    expect((await session.rest('POST', '/v1/policies/evaluate', { action })).status).toBe(200);
    for (const path of ['__proto__', 'constructor', 'toString']) {
      expect((await caller.rest('GET', `/v1/${path}`)).status).toBe(404);
      expect((await caller.tool(path, {})).status).toBe(400);
    }
  });
};
