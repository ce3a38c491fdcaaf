import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';

/** Hours of one day, in order of saving; two share a moment. */
const hours = ['08', '09', '10', '10', '11'] as const;
const at = (hour: string, rest = '00:00Z') => `2024-02-29T${hour}:${rest}`;

export const timeSuite: Suite = (stage) => {
  describe('memories by the time when they were saved', () => {
    let home: Project;
    beforeAll(async () => {
      home = await stage.newProject();
      const lines = hours.map((hour, index) => JSON.stringify({ content: `note ${index} on lanterns`, created_at: at(hour) }));
      const { status, body } = await call(`${home.caller.baseUrl}/v1/memories/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${home.secret}`, 'content-type': 'application/x-ndjson' },
        body: `${lines.join('\n')}\n`,
      });
      expect([status, body.accepted]).toEqual([200, hours.length]);
    });
    const list = (query: Readonly<Record<string, string>>) =>
      home.caller.rest('GET', `/v1/memories?${new URLSearchParams(query).toString()}`);
    const search = (filter: object) => home.caller.rest('POST', '/v1/memories/search', { query: 'note on lanterns', ...filter });
    const hoursOf = (memories: readonly { created_at: string }[]) => memories.map(({ created_at: time }) => time.slice(11, 13));

    const cases: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
      [{ from: at('09') }, ['11', '10', '10', '09']],
      [{ to: at('10') }, ['09', '08']],
      [{ from: at('09'), to: at('11') }, ['10', '10', '09']],
      [{ from: at('12', '00:00+02:00'), to: at('12', '00:00.001+02:00') }, ['10', '10']],
      [{ from: '2024-02-29', to: '2024-03-01' }, ['11', '10', '10', '09', '08']],
      [{ from: '2024-03-01' }, []],
      [{ from: at('09'), scope: 'system' }, []],
    ];

    test.each(cases)('are listed, found and exported: %o', async (filter, expected) => {
      const listed = await list(filter);
      expect([listed.status, hoursOf(listed.body.data)]).toEqual([200, expected]);
      const found = await search(filter);
      expect([found.status, hoursOf(found.body.data).toSorted()]).toEqual([200, expected.toSorted()]);
      const exported = await home.caller.rest('GET', `/v1/memories/export?${new URLSearchParams(filter).toString()}`);
      const lines = exported.text.split('\n').filter((line) => line !== '');
      expect(hoursOf(lines.map((line) => JSON.parse(line)))).toEqual(expected.toReversed());
    });

    test('are listed in pages that keep to the time, each once, and a cursor goes on with its own time alone', async () => {
      const filter = { from: at('09'), to: at('11'), limit: '1' };
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await list({ ...filter, ...(cursor && { cursor }) });
        seen.push(...body.data.map(({ content }: { content: string }) => content));
        if (cursor === '') expect((await list({ ...filter, to: at('12'), cursor: body.next_cursor })).status).toBe(400);
        cursor = body.next_cursor;
      }
      expect(seen.toSorted()).toEqual(['note 1 on lanterns', 'note 2 on lanterns', 'note 3 on lanterns']);
    });

    test.each([
      ['from', { from: 'yesterday' }],
      ['to', { to: '2024-02-30' }],
      ['from', { from: '1709193600' }],
      ['to', { to: '' }],
      ['from', { from: at('09', '00:00+24:00') }],
      ['from', { from: at('09'), to: at('09') }],
      ['from', { from: at('10'), to: at('09') }],
    ])('are refused by the list and by searches for a wrong %s: %o', async (path, filter) => {
      for (const { status, body } of [await list(filter), await search(filter)]) {
        expect([status, body.code, body.issues]).toEqual([400, 'invalid_params', [{ path, message: expect.stringMatching(/^must be /) }]]);
      }
    });
  });
};
