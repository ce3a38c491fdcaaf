import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Answer, Caller } from '../product/caller.ts';
import { rareWord } from '../product/rare-word.ts';
import type { Project, Suite } from '../product/stage.ts';
import { total } from './remembered.ts';

type Shown = Readonly<Record<string, unknown>> & { readonly id: string; readonly cursor: string };

const lines = (text: string) => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const ndjson = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');

async function exported(caller: Caller, query = ''): Promise<readonly Shown[]> {
  const { status, text, headers } = await caller.rest('GET', `/v1/memories/export${query}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  return lines(text);
}

function send({ baseUrl, secret }: Caller, body: string | Buffer | ReadableStream, headers: Record<string, string> = {}): Promise<Answer> {
  const streaming = body instanceof ReadableStream ? ({ duplex: 'half' } as const) : {};
  return call(`${baseUrl}/v1/memories/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson', ...headers },
    body,
    ...streaming,
  });
}

/** A line without its place in one project's export. */
const lasting = ({ cursor: _cursor, ...rest }: Shown) => rest;

export const transferSuite: Suite = (stage) => {
  describe('the memories of a project', () => {
    let home: Project;
    let away: Project;
    beforeAll(async () => {
      [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      for (const body of [
        { content: 'plain' },
        {
          content: ' \n 日本語 😀 "quotes" \\ \u202e\r\n',
          agent_id: 'a ✓',
          agent_name: '',
          session_id: 's',
          occurred_at: '1969-07-20T20:17:40Z',
        },
        { content: 'deep', scope: 'system', metadata: { nested: { list: [1, 'zwei', null, 1.5] }, topic: 'tea' } },
        { content: 'x'.repeat(65_536) },
      ]) {
        expect((await home.caller.rest('POST', '/v1/memories', body)).status).toBe(201);
      }
      const [changed] = await exported(home.caller);
      expect((await home.caller.rest('PATCH', `/v1/memories/${changed?.id}`, { content: 'plain, and changed' })).status).toBe(200);
      for (let at = 0; at < 150; at += 1) await home.caller.rest('POST', '/v1/memories', { content: `one of many, ${at}` });
    });

    test('come out oldest first, all of them and each as it is read', async () => {
      const all = await exported(home.other);
      expect(all).toHaveLength(154);
      const times = all.map(({ created_at }) => String(created_at));
      expect(times).toEqual(times.toSorted((a, b) => a.localeCompare(b)));
      for (const { cursor: _cursor, ...memory } of all.slice(0, 4)) {
        expect((await home.caller.rest('GET', `/v1/memories/${memory.id}`)).body).toEqual(memory);
      }
      expect(await exported(away.other)).toEqual([]);
    });

    test('come out from any line on, and by the filters of lists', async () => {
      const all = await exported(home.caller);
      for (const at of [0, 99, 100, 152, 153]) {
        expect(await exported(home.caller, `?cursor=${all[at]?.cursor}`)).toEqual(all.slice(at + 1));
      }
      expect(await exported(home.caller, '?limit=101')).toEqual(all.slice(0, 101));
      expect(await exported(home.caller, '?scope=system&metadata=%7B%22topic%22%3A%22tea%22%7D')).toMatchObject([{ content: 'deep' }]);
      expect((await home.caller.rest('GET', `/v1/memories/export?cursor=${all[0]?.cursor}&scope=agent`)).status).toBe(400);
      expect((await away.caller.rest('GET', `/v1/memories/export?cursor=${all[0]?.cursor}`)).status).toBe(400);
    });

    test('go into another project exactly as they were, once, and back without a trace', async () => {
      const all = await exported(home.caller);
      const first = await send(away.caller, ndjson(all));
      expect(first.body).toEqual({ lines: 154, accepted: 154, duplicates: 0, refused: 0, complete: true, errors: [] });
      expect((await exported(away.caller)).map(lasting)).toEqual(all.map(lasting));
      expect(await total(away.caller)).toBe(154);
      const again = await send(away.other, ndjson(all));
      expect(again.body).toMatchObject({ accepted: 0, duplicates: 154, complete: true });
      expect((await send(home.session, ndjson(await exported(away.caller)), { 'x-service-project-id': home.id })).body).toMatchObject({
        accepted: 0,
        duplicates: 154,
      });
      expect((await exported(home.caller)).map(lasting)).toEqual(all.map(lasting));
    });

    test('are found once they are in, and belong to whoever brought them', async () => {
      const own = await stage.newProject();
      const word = rareWord();
      const memory = {
        id: randomUUID(),
        content: `the ${word} is brought along`,
        created_at: '2021-02-03T04:05:06.007Z',
        metadata: { word },
      };
      expect((await send(own.caller, ndjson([memory]))).body.accepted).toBe(1);
      const { data } = (await own.caller.rest('POST', '/v1/memories/search', { query: word, metadata: { word } })).body;
      expect(data).toMatchObject([{ id: memory.id, created_at: memory.created_at, occurred_at: memory.created_at }]);
      expect((await own.other.rest('PATCH', `/v1/memories/${memory.id}`, { content: 'x' })).status).toBe(403);
      expect((await own.caller.rest('PATCH', `/v1/memories/${memory.id}`, { content: 'x' })).status).toBe(200);
      expect((await own.caller.rest('DELETE', `/v1/memories/${memory.id}`)).status).toBe(204);
      expect((await send(own.caller, ndjson([memory]))).body.accepted).toBe(1);
    });

    test('that are not good keep no good one out', async () => {
      const own = await stage.newProject();
      const good = (content: string) => JSON.stringify({ content });
      const bad = [
        '{"content":',
        '[]',
        '"text"',
        '{}',
        '{"content":""}',
        '{"content":"x","colour":"red"}',
        '{"content":"x","scope":"world"}',
        '{"content":"a\\u0000b"}',
        '{"content":"x","created_at":"2999-01-01T00:00:00Z"}',
        '{"content":"x","occurred_at":"yesterday"}',
        '{"content":"x","updated_at":"2999-01-01T00:00:00Z"}',
        '{"content":"x","created_at":"2021-01-01T00:00:00Z","updated_at":"2020-01-01T00:00:00Z"}',
        JSON.stringify({ content: 'x'.repeat(65_537) }),
        JSON.stringify({ content: 'x', metadata: { a: 'y'.repeat(17_000) } }),
        JSON.stringify({ content: 'x'.repeat(600_000) }),
      ];
      const body = Buffer.concat([
        Buffer.from([good('first'), '', ...bad.flatMap((line, at) => [line, good(`good ${at}`)])].join('\n')),
        Buffer.from('\n{"content":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(`"}\r\n${good('last')}`),
      ]);
      const { status, body: answer } = await send(own.caller, body);
      expect([status, answer.lines, answer.accepted, answer.refused]).toEqual([200, bad.length * 2 + 3, bad.length + 2, bad.length + 1]);
      expect(answer.errors.map(({ line }: { line: number }) => line)).toEqual([...bad.map((_, at) => 3 + at * 2), 3 + bad.length * 2]);
      expect(answer.errors.every(({ message }: { message: string }) => message.length > 10)).toBe(true);
      expect(await total(own.caller)).toBe(bad.length + 2);
    });

    test('that say the same are one, and those that have a name of another kind keep it', async () => {
      const own = await stage.newProject();
      const items = [
        { content: 'same' },
        { content: 'same' },
        { content: 'same', agent_id: 'a' },
        { id: 'mem-1', content: 'a' },
        { id: 'mem-1', content: 'b' },
      ];
      expect((await send(own.caller, ndjson(items))).body).toMatchObject({ accepted: 3, duplicates: 2 });
      expect((await send(own.caller, ndjson(items))).body).toMatchObject({ accepted: 0, duplicates: 5 });
    });

    test('are told of while they go in, where that is asked for', async () => {
      const own = await stage.newProject();
      const items = [{ content: 'good' }, { content: '' }, ...Array.from({ length: 600 }, (_, at) => ({ content: `more ${at}` }))];
      const { status, text, headers } = await send(own.caller, ndjson(items), { accept: 'application/x-ndjson' });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
      const events = lines(text);
      expect(events[0]).toMatchObject({ event: 'refused', line: 2, issues: [{ path: 'content' }] });
      expect(events.at(-1)).toEqual({ event: 'summary', lines: 602, accepted: 601, duplicates: 0, refused: 1, complete: true });
    });

    test('that broke off are gone on with', async () => {
      const own = await stage.newProject();
      const items = Array.from({ length: 2000 }, (_, at) => ({ id: randomUUID(), content: `part ${at}` }));
      const whole = Buffer.from(ndjson(items));
      const breaking = new ReadableStream({
        async pull(controller) {
          controller.enqueue(whole.subarray(0, Math.floor(whole.length / 2)));
          await new Promise((resolve) => setTimeout(resolve, 1500));
          controller.error(new Error('the line went dead'));
        },
      });
      await expect(send(own.caller, breaking)).rejects.toThrow();
      const before = await total(own.caller);
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(1500);
      const { body } = await send(own.caller, whole);
      expect(body).toMatchObject({ lines: 2000, accepted: 2000 - before, duplicates: before, complete: true });
      expect(await total(own.caller)).toBe(2000);
    });

    test('are taken as lines alone, from whoever may write', async () => {
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
        expect([type, (await send(home.caller, '{"content":"x"}', { 'content-type': type })).status]).toEqual([type, 415]);
      }
      expect((await call(`${home.caller.baseUrl}/v1/memories/import`, { method: 'POST', body: '{}' })).status).toBe(401);
      expect((await send(home.caller, '')).body).toMatchObject({ lines: 0, complete: true });
    });
  });
};
