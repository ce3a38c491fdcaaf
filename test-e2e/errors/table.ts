import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newAddress } from '../auth/addresses.ts';
import { added, documents } from '../knowledge/documents.ts';
import { save } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import { callThrough, doors } from '../product/doors.ts';
import { insides } from '../product/insides.ts';
import type { Project, Suite } from '../product/stage.ts';

const requestId = /^[0-9a-f-]{36}$/;

/** The body of a JSON-RPC error, every member of it. */
const rpcError = (status: number, code: number, word: string, more: object = {}, id: number | null = 1) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code,
    message: expect.stringMatching(/\S/),
    data: { status, error: word, request_id: expect.stringMatching(requestId), ...more },
  },
});

/** The body of a problem document, every member of it. */
const problem = (status: number, code: string, more: object = {}) => ({
  type: expect.stringMatching(/^urn:cairn:error:[a-z_]+$/),
  title: expect.stringMatching(/\S/),
  status,
  detail: expect.stringMatching(/\S/),
  code,
  request_id: expect.stringMatching(requestId),
  instance: expect.stringMatching(/^\//),
  ...more,
});

const issues = (...paths: string[]) => ({ issues: paths.map((path) => ({ path, message: expect.stringMatching(/\S/) })) });

export const tableSuite: Suite = (stage) => {
  describe('the table of errors', () => {
    let home: Project;
    let id: string;
    beforeAll(async () => {
      home = await stage.newProject();
      id = await save(home.caller, 'mine');
    });

    const expectPlain = (answer: Answer, body: object) => {
      expect(answer.body).toEqual(body);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.data.request_id);
      expect(answer.text).not.toMatch(insides);
    };
    const expectProblem = (answer: Answer, body: object) => {
      expect(answer.body).toEqual(body);
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(answer.headers.get('x-request-id')).toBe(answer.body.request_id);
      expect(answer.body.instance).not.toContain('?');
      expect(answer.text).not.toMatch(insides);
    };

    test('400: bad arguments, with what is wrong with each', async () => {
      const plain = await home.caller.tool('save_memory', { content: '', extra: 1 });
      expectPlain(plain, rpcError(400, -32_602, 'invalid_params', issues('content', 'extra')));
      expect(plain.status).toBe(400);
      const rest = await home.caller.rest('POST', '/v1/memories', { content: '', extra: 1 });
      expectProblem(rest, problem(400, 'invalid_params', issues('content', 'extra')));
      expect(rest.status).toBe(400);
      for (const door of doors) {
        const { refusal } = await callThrough(door, home.caller, 'save_memory', { content: '', extra: 1 });
        expect(refusal).toMatchObject({ status: 400, word: 'invalid_params', paths: ['content', 'extra'] });
      }
    });

    test('401: no credential, or none that is any good, with a challenge', async () => {
      for (const secret of ['', 'rubbish', `cairn_${'0'.repeat(48)}`]) {
        const caller = callerFor(stage.product.baseUrl, secret, newAddress());
        for (const answer of [
          await caller.tool('get_memories', {}),
          await caller.mcp('get_memories', {}),
          await caller.modern('get_memories', {}),
        ]) {
          expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer realm="cairn"/)]);
          expectPlain(answer, rpcError(401, 401, 'unauthorized', {}, null));
        }
        const rest = await caller.rest('GET', '/v1/memories?x=secret');
        expect([rest.status, rest.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer realm="cairn"/)]);
        expectProblem(rest, problem(401, 'unauthorized'));
      }
    });

    test("403: another key's memory", async () => {
      const plain = await home.other.tool('delete_memory', { memory_id: id });
      expect(plain.status).toBe(403);
      expectPlain(plain, rpcError(403, 403, 'forbidden'));
      const rest = await home.other.rest('DELETE', `/v1/memories/${id}`);
      expect(rest.status).toBe(403);
      expectProblem(rest, problem(403, 'forbidden'));
      for (const door of doors) {
        expect((await callThrough(door, home.other, 'delete_memory', { memory_id: id })).refusal).toMatchObject({
          status: 403,
          word: 'forbidden',
        });
      }
    });

    test('404: what is not there', async () => {
      for (const [tool, args] of [
        ['update_memory', { memory_id: randomUUID(), content: 'x' }],
        ['delete_memory', { memory_id: randomUUID() }],
        ['get_document_full_content', { document_id: randomUUID() }],
      ] as const) {
        const plain = await home.caller.tool(tool, args);
        expect(plain.status).toBe(404);
        expectPlain(plain, rpcError(404, 404, 'not_found'));
        for (const door of doors)
          expect((await callThrough(door, home.caller, tool, args)).refusal).toMatchObject({ status: 404, word: 'not_found' });
      }
      for (const path of [
        `/v1/memories/${randomUUID()}`,
        `${documents}/${randomUUID()}`,
        `/v1/projects/${randomUUID()}`,
        '/v1/nothing',
        '/nothing',
      ]) {
        const rest = await home.caller.rest('GET', path);
        expect(rest.status).toBe(404);
        expectProblem(rest, problem(404, 'not_found'));
      }
    });

    test('409: an Idempotency-Key that was used otherwise, and what a thing is not ready for', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      await home.caller.tool('get_memories', {}, headers);
      const plain = await home.caller.tool('get_memories', { limit: 1 }, headers);
      expect(plain.status).toBe(409);
      expectPlain(plain, rpcError(409, 409, 'conflict'));
      const rest = await home.caller.rest('POST', '/v1/memories', { content: 'x' }, headers);
      expect(rest.status).toBe(409);
      expectProblem(rest, problem(409, 'conflict'));
      const document = await added(home.caller, 'ready.txt', 'words');
      expectProblem(await home.caller.rest('POST', `${documents}/${document}/retry`), problem(409, 'conflict'));
    });

    test('413: a body over one mebibyte', async () => {
      const args = { content: 'x'.repeat(1_048_576) };
      for (const answer of [
        await home.caller.tool('save_memory', args),
        await home.caller.mcp('save_memory', args),
        await home.caller.modern('save_memory', args),
      ]) {
        expect(answer.status).toBe(413);
        expectPlain(answer, rpcError(413, 413, 'payload_too_large', {}, null));
      }
      const rest = await home.caller.rest('POST', '/v1/memories', args);
      expect(rest.status).toBe(413);
      expectProblem(rest, problem(413, 'payload_too_large'));
    });

    test('429: guesses from one address', async () => {
      const caller = callerFor(stage.product.baseUrl, `cairn_${'1'.repeat(48)}`, newAddress());
      const statuses = (await Promise.all(Array.from({ length: 70 }, () => caller.tool('get_memories', {})))).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
      for (const answer of [await caller.tool('get_memories', {}), await caller.mcp('get_memories', {})]) {
        const seconds = Number(answer.headers.get('retry-after'));
        expect([answer.status, seconds > 0]).toEqual([429, true]);
        expectPlain(answer, rpcError(429, 429, 'rate_limited', { retry_after: seconds }, null));
      }
      const rest = await caller.rest('GET', '/v1/memories');
      expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0);
      expectProblem(rest, problem(429, 'rate_limited'));
    });
  });
};
