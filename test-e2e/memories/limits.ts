import { describe, expect, test } from 'vitest';
import { call, modernEnvelope, modernHeaders } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { badArguments, callThrough, doors } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { digest, remembered, save, total } from './remembered.ts';

const maxBytes = 65_536;

const longest: readonly [string, string][] = [
  ['one byte each', 'a'.repeat(maxBytes)],
  ['two bytes each', 'é'.repeat(maxBytes / 2)],
  ['three bytes each', `${'界'.repeat(21_845)}a`],
  ['four bytes each', '😀'.repeat(maxBytes / 4)],
  ['emoji, Arabic and ASCII', 'مرحبا 😀 hello '.repeat(2500)],
  ['characters that JSON escapes', '\u0001\t"\\\n'.repeat(13_107)],
  ['blanks', ' \n'.repeat(maxBytes / 2)],
];

const tooLong: readonly [string, string, number][] = [
  ['one byte each', 'a'.repeat(maxBytes + 1), 65_537],
  ['two bytes each', 'é'.repeat(maxBytes / 2 + 1), 65_538],
  ['three bytes each', '界'.repeat(21_846), 65_538],
  ['four bytes each', '😀'.repeat(maxBytes / 4 + 1), 65_540],
  ['at its end', `${'a'.repeat(maxBytes - 1)}é`, 65_537],
];

export const limitsSuite: Suite = (stage) => {
  describe('the limit of a memory', () => {
    test.each(longest)('lets a text of exactly that many bytes through unchanged: %s', async (_kind, text) => {
      const filled = text + 'x'.repeat(maxBytes - Buffer.byteLength(text));
      expect(Buffer.byteLength(filled)).toBe(maxBytes);
      const { caller } = await stage.newProject();
      for (const door of doors) expect((await callThrough(door, caller, 'save_memory', { content: filled })).refusal).toBeUndefined();
      const [newest] = await remembered(caller);
      await callThrough('plain', caller, 'update_memory', { memory_id: newest?.memory_id, content: filled });
      expect((await caller.rest('POST', '/v1/memories', { content: filled })).status).toBe(201);
      expect((await remembered(caller)).map(({ content }) => digest(content))).toEqual(Array.from({ length: 4 }, () => digest(filled)));
    });

    test.each(tooLong)('refuses one byte or one character more and says so: %s', async (_kind, content, bytes) => {
      const { caller } = await stage.newProject();
      const id = await save(caller, 'kept');
      for (const door of doors) {
        for (const [tool, args] of [
          ['save_memory', { content }],
          ['update_memory', { memory_id: id, content }],
        ] as const) {
          const { refusal, http } = await callThrough(door, caller, tool, args);
          expect(refusal).toMatchObject(badArguments('content'));
          expect(refusal?.message).toContain(String(maxBytes));
          expect(refusal?.message).toContain(String(bytes));
          expect(http.text.length).toBeLessThan(2000);
        }
      }
      const rest = await caller.rest('POST', '/v1/memories', { content });
      expect([rest.status, rest.body.issues[0].path]).toEqual([400, 'content']);
      expect(await remembered(caller)).toMatchObject([{ memory_id: id, content: 'kept' }]);
    });

    test('is stated in the schemas of both eras', async () => {
      const { caller } = await stage.newProject();
      const answers = await Promise.all([listTools(caller, {}), listTools(caller, modernHeaders('tools/list'), { _meta: modernEnvelope })]);
      for (const { body } of answers) {
        for (const name of ['save_memory', 'update_memory']) {
          const { content } = body.result.tools.find((tool: { name: string }) => tool.name === name).inputSchema.properties;
          expect(content).toMatchObject({
            type: 'string',
            minLength: 1,
            maxLength: maxBytes,
            description: expect.stringContaining('bytes'),
          });
        }
      }
    });

    test.each(doors)('wants at least one character by %s', async (door) => {
      const { caller } = await stage.newProject();
      expect((await callThrough(door, caller, 'save_memory', { content: '' })).refusal).toMatchObject(badArguments('content'));
      expect((await callThrough(door, caller, 'save_memory', { content: ' ' })).refusal).toBeUndefined();
      expect(await remembered(caller)).toMatchObject([{ content: ' ' }]);
    });

    test('keeps Markdown and what looks like code as it is', async () => {
      const { caller } = await stage.newProject();
      const content = `# Title\r\n\r\n- [ ] a \\ b\t<script>alert("x")</script>\n${'| a | b |\n'.repeat(1600)}{{x}} \${y} %s $1 '; drop table memories; --`;
      for (const door of doors) await callThrough(door, caller, 'save_memory', { content });
      expect((await remembered(caller)).map((memory) => memory.content === content)).toEqual([true, true, true]);
    });
  });

  describe('agent_id and agent_name', () => {
    test.each(['agent_id', 'agent_name'] as const)('%s has up to 256 characters', async (field) => {
      const { caller } = await stage.newProject();
      for (const value of ['a'.repeat(256), '界'.repeat(256), '😀'.repeat(256), '']) {
        await caller.tool('save_memory', { content: 'x', [field]: value });
        expect((await remembered(caller))[0]?.[field]).toBe(value);
      }
      for (const value of ['a'.repeat(257), '😀'.repeat(257), 7, ['a'], { a: 1 }, true]) {
        expect((await callThrough('plain', caller, 'save_memory', { content: 'x', [field]: value })).refusal).toMatchObject(
          badArguments(field),
        );
      }
      expect(await total(caller)).toBe(4);
    });

    test('are null when they are null or absent', async () => {
      const { caller } = await stage.newProject();
      for (const door of doors) await callThrough(door, caller, 'save_memory', { content: 'x', agent_id: null });
      expect(await remembered(caller)).toMatchObject(Array.from({ length: 3 }, () => ({ agent_id: null, agent_name: null })));
    });
  });

  describe('arguments', () => {
    test.each(doors)('that are not known are refused by name by %s', async (door) => {
      const { caller } = await stage.newProject();
      const args = { content: 'x', api_key: 'k', project_id: 'p', user_id: 'u', scope: 'system' };
      const { refusal } = await callThrough(door, caller, 'save_memory', args);
      expect(refusal).toMatchObject(badArguments('api_key', 'project_id', 'user_id', 'scope'));
      expect(await total(caller)).toBe(0);
    });

    test.each([
      ['save_memory', {}, ['content']],
      ['save_memory', { content: null }, ['content']],
      ['save_memory', { content: 7 }, ['content']],
      ['save_memory', { content: ['a'] }, ['content']],
      ['update_memory', {}, ['memory_id', 'content']],
      ['update_memory', { memory_id: 'not-a-uuid', content: '' }, ['memory_id', 'content']],
      ['delete_memory', {}, ['memory_id']],
      ['delete_memory', { memory_id: 7 }, ['memory_id']],
      ['delete_memory', { memory_id: '' }, ['memory_id']],
      ['search_knowledge', {}, ['query']],
      ['search_knowledge', { query: ' \n\t' }, ['query']],
      ['search_knowledge', { query: 'x'.repeat(4001) }, ['query']],
      ['search_knowledge', { query: 'x', document_ids: 'y' }, ['document_ids']],
      ['search_knowledge', { query: 'x', document_ids: ['y'] }, ['document_ids.0']],
      ['search_knowledge', { query: 'x', synthesize: 'true' }, ['synthesize']],
      ['get_document_full_content', {}, ['document_id']],
      ['list_knowledge_documents', { title: 'x' }, ['title']],
    ])('%s refuses %j', async (tool, args, paths) => {
      const { caller } = await stage.newProject();
      for (const door of doors) expect((await callThrough(door, caller, tool, args)).refusal).toMatchObject(badArguments(...paths));
    });
  });
};

function listTools({ baseUrl, secret }: Caller, headers: Record<string, string>, params?: object) {
  return call(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...(params && { params }) }),
  });
}
