import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import { callThrough, doors } from '../product/doors.ts';
import { insides } from '../product/insides.ts';
import type { Project, Suite } from '../product/stage.ts';
import { remembered, save, total } from './remembered.ts';

const texts: readonly [string, string][] = [
  ['composed', 'caf\u00e9'],
  ['decomposed', 'cafe\u0301'],
  ['many marks on one letter', `Z${'\u0300\u0301\u0327'.repeat(40)}`],
  ['Hangul syllables and letters', '\ud55c \u1112\u1161\u11ab'],
  ['joined emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽'],
  ['right to left', 'שלום \u202eevil\u202c مرحبا\u200f'],
  ['nothing to see', '\u200b\u200c\u200d\u2060\u00ad'],
  ['a byte order mark in front', '\ufeffmark'],
  ['no characters by the standard', '\ufffe\uffff\u{1ffff}\u{10ffff}'],
  ['for private use', '\ue000\u{f0000}'],
  ['the replacement character', 'a\ufffdb'],
  ['control characters', Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join('')],
  ['control characters above', '\u007f\u0080\u0085\u009f'],
  ['line ends of all kinds', 'a\r\nb\nc\rd\u2028e\u2029f\vg'],
  ['ends in blanks', '  \t both \u00a0\u3000\n'],
  ['full width and half width', 'ＡＢＣ ｱｲｳ ﷺ ﬁ'],
  ['beyond the first plane', '𠜎𠜱𝒳𐍈'],
  ['Thai, Tamil, Khmer', 'ภาษาไทย தமிழ் ភាសាខ្មែរ'],
  ['the Turkish i', 'İıIi ß ẞ ǅ'],
  ['looks like an escape', '\\u0000 \\x00 %00 &#0; \\ud800'],
  ['looks like null', 'null'],
];

/** As JSON text: what stands for no character. */
const unstorable: readonly [string, string][] = [
  ['U+0000', '"a\\u0000b"'],
  ['U+0000 alone', '"\\u0000"'],
  ['U+0000 behind a long text', `"${'x'.repeat(40_000)}\\u0000"`],
  ['half a pair', '"\\ud83d"'],
  ['the other half', '"\\ude00"'],
  ['a pair the wrong way round', '"\\ude00\\ud83d"'],
  ['half a pair in front of a pair', '"\\ud83d😀"'],
  ['half a pair at the end', '"x\\udbff"'],
];

export const unicodeSuite: Suite = (stage) => {
  describe('text', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });

    test.each(texts)('is kept exactly: %s', async (_kind, content) => {
      for (const door of doors) {
        const { result } = await callThrough(door, project.caller, 'save_memory', { content, agent_id: content, agent_name: content });
        const page = (await callThrough(door, project.caller, 'get_memories', { limit: 1 })).result;
        expect(page.memories).toMatchObject([{ memory_id: result.memory_id, content, agent_id: content, agent_name: content }]);
      }
      const made = (await project.caller.rest('POST', '/v1/memories', { content, agent_name: content })).body;
      expect((await project.caller.rest('GET', `/v1/memories/${made.id}`)).body).toMatchObject({ content, agent_name: content });
      await project.caller.rest('PATCH', `/v1/memories/${made.id}`, { content: `${content}!` });
      expect((await remembered(project.caller))[0]?.content).toBe(`${content}!`);
    });

    test('is the same however JSON spells it', async () => {
      const spelled = '"\\u00e9\\ud83d\\ude00\\/\\b\\f\\u0001\\u2028"';
      await send(project, '/mcp/tools/call', 'save_memory', `{"content":${spelled}}`);
      expect((await remembered(project.caller))[0]?.content).toBe('é😀/\b\f\u0001\u2028');
    });

    describe.each(unstorable)('that cannot be stored: %s', (_kind, json) => {
      const id = randomUUID();
      const calls: readonly [string, string, string][] = [
        ['save_memory', `{"content":${json}}`, 'content'],
        ['save_memory', `{"content":"x","agent_id":${json}}`, 'agent_id'],
        ['save_memory', `{"content":"x","agent_name":${json}}`, 'agent_name'],
        ['update_memory', `{"memory_id":"${id}","content":${json}}`, 'content'],
        ['update_memory', `{"memory_id":${json},"content":"x"}`, 'memory_id'],
        ['delete_memory', `{"memory_id":${json}}`, 'memory_id'],
        ['search_knowledge', `{"query":${json}}`, 'query'],
        ['search_knowledge', `{"query":"x","document_ids":[${json}]}`, 'document_ids.0'],
        ['get_document_full_content', `{"document_id":${json}}`, 'document_id'],
        ['get_memories', `{"limit":${json}}`, 'limit'],
      ];
      test.each(calls)('%s refuses it', async (tool, args, path) => {
        const before = await total(project.caller);
        const plain = await send(project, '/mcp/tools/call', tool, args);
        expect([plain.status, plain.body.error.data.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
        const mcp = await send(project, '/mcp', tool, args);
        const { structuredContent, isError } = mcp.body.result;
        expect([mcp.status, isError, structuredContent.error.status]).toEqual([200, true, 400]);
        expect(structuredContent.error.issues[0].path).toBe(path);
        expect(plain.text + mcp.text).not.toMatch(insides);
        expect(await total(project.caller)).toBe(before);
      });

      test('REST refuses it in every text', async () => {
        const requests: readonly [string, string][] = [
          ['/v1/memories', `{"content":${json}}`],
          ['/v1/memories', `{"content":"x","agent_name":${json}}`],
          ['/v1/knowledge/documents', `{"title":${json},"content":"x"}`],
          ['/v1/knowledge/documents', `{"title":"x","content":"x","media_type":${json}}`],
          ['/v1/knowledge/search', `{"query":${json}}`],
          ['/v1/api-keys', `{"name":${json}}`],
          ['/v1/projects', `{"name":${json},"workspace_id":"${id}"}`],
          ['/v1/workspaces', `{"name":${json}}`],
        ];
        for (const [path, body] of requests) {
          const { status, body: problem } = await sendRest(stage.person.in(project.id).secret, project, path, body);
          expect([path, body.slice(0, 40), status, problem.code]).toEqual([path, body.slice(0, 40), 400, 'invalid_params']);
        }
      });
    });

    test('of a member that nobody knows is shown escaped', async () => {
      const { status, body, text } = await send(project, '/mcp/tools/call', 'save_memory', '{"content":"x","a\\u0000\\ud800\\u202e":1}');
      expect([status, body.error.data.issues[0].path]).toEqual([400, 'a\\u0000\\ud800\\u202e']);
      expect(text.isWellFormed()).toBe(true);
    });

    test('of an e-mail and a password is refused the same way', async () => {
      for (const [, json] of unstorable.filter(([kind]) => !kind.includes('long'))) {
        for (const body of [`{"email":${json},"password":"x"}`, `{"email":"a@example.org","password":${json}}`]) {
          const headers = { 'content-type': 'application/json' };
          expect((await call(`${stage.product.baseUrl}/auth/sign-in`, { method: 'POST', headers, body })).status).toBe(400);
        }
      }
    });

    test('leaves the product well', async () => {
      await save(project.caller, 'still here');
      expect((await remembered(project.caller))[0]?.content).toBe('still here');
      expect(stage.product.output()).not.toMatch(/unhandled/i);
    });
  });
};

/** Arguments as they are written, for spellings that JSON.stringify does not use. */
function send({ caller, secret }: Project, path: string, tool: string, args: string) {
  return call(`${caller.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`,
  });
}

function sendRest(token: string, { caller, id }: Project, path: string, body: string) {
  const headers = { authorization: `Bearer ${token}`, 'x-service-project-id': id, 'content-type': 'application/json' };
  return call(`${caller.baseUrl}${path}`, { method: 'POST', headers, body });
}
