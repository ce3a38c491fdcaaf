import { beforeAll, describe, expect, test } from 'vitest';
import { remembered } from '../memories/remembered.ts';
import { call, legacyHeaders, modernEnvelope, modernHeaders } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';

export const protocolErrorSuite: Suite = (stage) => {
  describe('/mcp', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });
    const send = (headers: Record<string, string>, message: unknown) =>
      call(`${project.caller.baseUrl}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${project.secret}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(message),
      });
    const legacy = (message: object) => send(legacyHeaders, { jsonrpc: '2.0', id: 'i-1', method: 'tools/call', ...message });
    const modern = ({ method, params }: { method: string; params?: Record<string, unknown> }, headers: Record<string, string> = {}) => {
      const name = typeof params?.['name'] === 'string' ? params['name'] : undefined;
      return send(
        { ...modernHeaders(method, name), ...headers },
        { jsonrpc: '2.0', id: 'i-1', method, params: { _meta: modernEnvelope, ...params } },
      );
    };

    const names = [
      'no_such',
      'Save_Memory',
      'save_memory\u200b',
      's\u0430ve_memory',
      'save_memory;delete_memory',
      '__proto__',
      'constructor',
      '',
    ];
    test.each(names)('answers a tool that is not there with an error, not with a result: %j', async (name) => {
      for (const answer of [
        await legacy({ params: { name, arguments: { content: 'x' } } }),
        await modern({ method: 'tools/call', params: { name, arguments: { content: 'x' } } }),
      ]) {
        expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: 'i-1', error: { code: -32_602 } });
        expect(answer.body.result).toBeUndefined();
        expect(answer.status).toBeLessThan(500);
      }
    });

    test.each(['tools/cal', 'TOOLS/LIST', 'tools/call ', '', 'prompts/get', 'rpc.discover', '__proto__', 'toString'])(
      'knows no method %j',
      async (method) => {
        const old = await legacy({ method });
        expect([old.body.id, old.body.error.code]).toEqual(['i-1', -32_601]);
        if (method !== method.trim() || method === '') return;
        const now = await modern({ method });
        expect([now.status, now.body.id, now.body.error.code]).toEqual([404, 'i-1', -32_601]);
      },
    );

    test.each([[5], [null], [true], [{}], [[]], [undefined]])('takes no method that is %j', async (method) => {
      const answer = await legacy({ method, params: { name: 'save_memory', arguments: { content: 'x' } } });
      expect([answer.status, answer.body.error.code]).toEqual([400, -32_600]);
    });

    test.each([7, null, true, {}, undefined])('takes no name that is %j', async (name) => {
      for (const answer of [
        await legacy({ params: { name, arguments: {} } }),
        await modern({ method: 'tools/call', params: { name, arguments: {} } }, { 'mcp-name': 'save_memory' }),
      ]) {
        expect(answer.body.error.code).toBeLessThan(-32_000);
        expect(answer.body.result).toBeUndefined();
        expect(answer.status).toBeLessThan(500);
      }
    });

    test.each([[7], ['x'], [[]], [null]])('takes no arguments that are %j', async (args) => {
      for (const answer of [
        await legacy({ params: { name: 'save_memory', arguments: args } }),
        await modern({ method: 'tools/call', params: { name: 'save_memory', arguments: args } }),
      ]) {
        expect(answer.status).toBeLessThan(500);
        expect(answer.body.error?.code ?? answer.body.result.structuredContent.error.status).toBeOneOf([-32_602, -32_600, 400]);
      }
    });

    test('acknowledges notifications and does nothing for them', async () => {
      for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/nonsense', 'tools/call']) {
        const { status, text } = await send(legacyHeaders, {
          jsonrpc: '2.0',
          method,
          params: { name: 'save_memory', arguments: { content: 'x' } },
        });
        expect([method, status, text]).toEqual([method, 202, '']);
      }
    });

    test('names the revisions that it serves when asked for another', async () => {
      const inMeta = { 'io.modelcontextprotocol/protocolVersion': '2099-12-31', 'io.modelcontextprotocol/clientCapabilities': {} };
      for (const [version, params] of [
        ['2024-01-01', {}],
        ['1', {}],
        ['2099-12-31', { _meta: inMeta }],
      ] as const) {
        const headers = { ...modernHeaders('tools/list'), 'mcp-protocol-version': version };
        const answer = await send(headers, { jsonrpc: '2.0', id: 1, method: 'tools/list', params });
        expect([answer.status, answer.body.error.code, answer.body.error.data.requested]).toEqual([400, -32_022, version]);
        expect(answer.body.error.data.supported).toContain('2026-07-28');
      }
    });

    test('refuses headers of 2026-07-28 that say another thing than the message', async () => {
      const params = { name: 'save_memory', arguments: { content: 'x' } };
      for (const headers of [
        { 'mcp-method': 'tools/list' },
        { 'mcp-name': 'get_memories' },
        { 'mcp-name': 'Save_Memory' },
        { 'mcp-protocol-version': '2025-11-25' },
      ] as Record<string, string>[]) {
        const answer = await modern({ method: 'tools/call', params }, headers);
        expect([headers, answer.status, answer.body.error.code]).toEqual([headers, 400, -32_020]);
      }
    });

    test('did nothing in all of that', async () => {
      expect(await remembered(project.caller)).toEqual([]);
    });
  });
};
