import { beforeAll, describe, expect, test } from 'vitest';
import type { Project, Suite } from '../product/stage.ts';
import { contentsFound, indexed, remember, search } from './found.ts';

/** Twice each: right after the save, when a search reads it itself, and once the worker has indexed it. */
const rounds = ['at once', 'once it is indexed'] as const;
export const searchSuite: Suite = (stage) => {
  describe('a search of memories', () => {
    let project: Project;
    let hostile: Project;
    beforeAll(async () => {
      [project, hostile] = await Promise.all([stage.newProject(), stage.newProject()]);
      await remember(hostile.caller, 'entirely about sunflowers');
      await remember(hostile.caller, '1000 reasons and 100% proof in filename');
    });

    test('finds a memory of any entry point in the next call, by every credential of the user', async () => {
      const { caller, other, session } = await stage.newProject();
      await caller.tool('save_memory', { content: 'the kettle whistles at nine' });
      await caller.mcp('save_memory', { content: 'the teapot is blue' });
      await remember(caller, 'the cup is chipped');
      for (const each of [caller, other, session]) {
        expect(await contentsFound(each, 'kettle')).toEqual(['the kettle whistles at nine']);
        expect(await contentsFound(each, 'teapot')).toEqual(['the teapot is blue']);
        expect(await contentsFound(each, 'chipped cup')).toEqual(['the cup is chipped']);
      }
    });

    test('gives every field of a memory, and a score', async () => {
      const given = {
        scope: 'system',
        agent_id: 'a-1',
        agent_name: 'Ada',
        session_id: 'fields',
        occurred_at: '2025-05-06T07:08:09.000Z',
        metadata: { source: 'chat', turns: [1, 2] },
      };
      const id = await remember(project.caller, 'wholesome porridge', given);
      const shown = (await project.caller.rest('GET', `/v1/memories/${id}`)).body;
      expect(shown).toMatchObject({ id, content: 'wholesome porridge', ...given });
      expect(await search(project.caller, 'porridge')).toEqual([{ ...shown, score: expect.any(Number) }]);
    });

    test.each(rounds)('ranks by how much of the query a memory holds, %s', async (round) => {
      const { id: projectId, caller } = await stage.newProject();
      await remember(caller, 'The deployment of the billing service failed on Friday.');
      await remember(caller, 'Lunch on Friday was pasta.');
      await remember(caller, 'Nothing to see here.');
      if (round === 'once it is indexed') await indexed(stage, projectId);
      expect(await contentsFound(caller, 'When did the billing deployment fail?')).toEqual([
        'The deployment of the billing service failed on Friday.',
      ]);
      expect(await contentsFound(caller, 'billing on friday')).toEqual([
        'The deployment of the billing service failed on Friday.',
        'Lunch on Friday was pasta.',
      ]);
    });

    test.each(rounds)('finds text of any script, %s', async (round) => {
      const { id: projectId, caller } = await stage.newProject();
      const texts = {
        'Grüße aus Köln an die Straße': 'strasse koln',
        明日は東京で会議があります: '東京',
        '서울에서 회의가 있습니다': '서울',
        'встреча в Москве завтра': 'МОСКВЕ',
        'اجتماع في القاهرة': 'القاهرة',
        ประชุมที่กรุงเทพ: 'กรุงเทพ',
        'call getUserById in file_name.ts': 'getUserById',
        'café ☕ 😀 crème': 'cafe creme',
      };
      for (const content of Object.keys(texts)) await remember(caller, content);
      if (round === 'once it is indexed') await indexed(stage, projectId);
      for (const [content, query] of Object.entries(texts))
        expect([query, (await contentsFound(caller, query))[0]]).toEqual([query, content]);
    });

    test('neighbours of a session help each other: a memory is found by the words just before it', async () => {
      const { caller } = await stage.newProject();
      const said = { session_id: 'talk' };
      await remember(caller, 'Where did you go on holiday?', { ...said, agent_name: 'Bob', occurred_at: '2026-01-01T10:00:00Z' });
      await remember(caller, 'Unrelated words of another time', { session_id: 'else' });
      // Saved late, said next.
      await remember(caller, 'Lisbon, with my sister.', { ...said, agent_name: 'Ann', occurred_at: '2026-01-01T10:00:05Z' });
      expect(await contentsFound(caller, 'holiday')).toEqual(['Where did you go on holiday?', 'Lisbon, with my sister.']);
    });

    test('without a session neighbours in time help a question, but not the look for a word', async () => {
      const { caller } = await stage.newProject();
      await remember(caller, 'Ann: Where did you go on holiday with your sister last summer?');
      await remember(caller, 'Bob: Lisbon.');
      expect(await contentsFound(caller, 'Which town was the holiday with the sister in last summer?')).toContain('Bob: Lisbon.');
      expect(await contentsFound(caller, 'holiday')).toEqual(['Ann: Where did you go on holiday with your sister last summer?']);
    });

    test('takes the limit, with a default, a greatest value and digits as text', async () => {
      const { caller } = await stage.newProject();
      await Promise.all(Array.from({ length: 105 }, (_, i) => remember(caller, `common word ${i}`)));
      expect(await search(caller, 'common')).toHaveLength(10);
      expect(await search(caller, 'common', { limit: 3 })).toHaveLength(3);
      expect(await search(caller, 'common', { limit: '4' })).toHaveLength(4);
      expect(await search(caller, 'common', { limit: 100_000 })).toHaveLength(100);
    });

    test.each([
      [{}, 'query'],
      [{ query: '' }, 'query'],
      [{ query: ' \n\t ' }, 'query'],
      [{ query: null }, 'query'],
      [{ query: 7 }, 'query'],
      [{ query: 'x'.repeat(4001) }, 'query'],
      [{ query: 'a\0' }, 'query'],
      [{ query: 'x', limit: 0 }, 'limit'],
      [{ query: 'x', limit: -1 }, 'limit'],
      [{ query: 'x', limit: 'ten' }, 'limit'],
      [{ query: 'x', scope: 'project' }, 'scope'],
      [{ query: 'x', agent_id: 'a'.repeat(257) }, 'agent_id'],
      [{ query: 'x', session_id: ['s'] }, 'session_id'],
      [{ query: 'x', user_id: 'someone' }, 'user_id'],
    ])('refuses %j, naming %s', async (body, path) => {
      const answer = await project.caller.rest('POST', '/v1/memories/search', body);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_params']);
      expect(answer.body.issues).toMatchObject([{ path }]);
    });

    test.each([
      'the of and',
      "What's & | ! ( ) :*",
      '"unbalanced',
      'auth|admin',
      "'; DROP TABLE memories;--",
      '%_%',
      '\\',
      '*:*',
      '( ( (',
      '🤷',
      '\u200b\u200d',
      '../../etc/passwd',
      'x'.repeat(4000),
      'word '.repeat(800),
    ])('takes %j for text and never finds everything', async (query) => {
      expect(await contentsFound(hostile.caller, query)).toEqual([]);
    });

    test('a percent sign and an underscore are no wildcards', async () => {
      const { caller } = await stage.newProject();
      await remember(caller, 'exactly 1000 of them');
      await remember(caller, 'exactly 100% of them');
      await remember(caller, 'kept in filename');
      expect(await contentsFound(caller, '100%')).toEqual(['exactly 100% of them']);
      expect(await contentsFound(caller, 'file_name')).not.toContain('kept in filename');
    });

    test('a longest memory is found whole by a word at its end', async () => {
      const { id: projectId, caller } = await stage.newProject();
      const content = `${'filler '.repeat(9000)}zanzibar`;
      await remember(caller, content);
      expect(await contentsFound(caller, 'zanzibar')).toEqual([content]);
      await indexed(stage, projectId);
      expect(await contentsFound(caller, 'zanzibar')).toEqual([content]);
    });

    test('an answer too long to be kept for its Idempotency-Key is read anew', async () => {
      const { caller } = await stage.newProject();
      await Promise.all(Array.from({ length: 5 }, (_, i) => remember(caller, `walrus ${i} ${'z'.repeat(60_000)}`)));
      const once = { 'idempotency-key': 'long-one' };
      const first = await caller.rest('POST', '/v1/memories/search', { query: 'walrus' }, once);
      await remember(caller, 'walrus once more');
      const second = await caller.rest('POST', '/v1/memories/search', { query: 'walrus' }, once);
      expect([first.body.data.length, second.body.data.length]).toEqual([5, 6]);
    });

    test('reads only: whoever may not write may search', async () => {
      const { caller } = await stage.newProject();
      await remember(caller, 'for everybody');
      const before = (await caller.tool('get_memories', { limit: 1 })).body.result.total;
      const again = { 'idempotency-key': 'search-once' };
      const first = await caller.rest('POST', '/v1/memories/search', { query: 'everybody' }, again);
      await remember(caller, 'for everybody else');
      const second = await caller.rest('POST', '/v1/memories/search', { query: 'everybody' }, again);
      expect(second.body).toEqual(first.body);
      const other = await caller.rest('POST', '/v1/memories/search', { query: 'else' }, again);
      expect(other.status).toBe(409);
      expect((await caller.tool('get_memories', { limit: 1 })).body.result.total).toBe(before + 1);
    });
  });
};
