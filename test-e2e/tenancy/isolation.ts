import { beforeAll, describe, expect, test } from 'vitest';
import { added, search } from '../knowledge/documents.ts';
import { callThrough, doors } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { everythingOf, inhabited } from './inhabited.ts';
import type { Inhabited } from './inhabited.ts';

export const isolationSuite: Suite = (stage) => {
  describe.each(doors)('the tools, by %s', (door) => {
    let home: Inhabited;
    let away: Inhabited;
    beforeAll(async () => {
      [home, away] = await Promise.all([inhabited(stage), inhabited(stage)]);
    });

    test('show nothing of another project', async () => {
      for (const [tool, args] of [
        ['get_memories', { limit: 200 }],
        ['list_knowledge_documents', { limit: 200 }],
        ['search_knowledge', { query: `What is ${home.word}?` }],
        ['search_knowledge', { query: 'kept in the safe', limit: 50 }],
        ['search_knowledge', { query: home.word, document_ids: [home.documentId] }],
        ['search_knowledge', { query: 'safe', document_ids: [home.documentId, away.documentId] }],
      ] as const) {
        // The query itself is told again.
        const { query: _, ...told } = (await callThrough(door, away.caller, tool, args)).result;
        expect(told.success).toBe(true);
        for (const mark of [home.word, home.memoryId, home.documentId, home.failedId]) expect(JSON.stringify(told)).not.toContain(mark);
      }
    });

    test('find nothing of another project by its id', async () => {
      for (const [tool, args] of [
        ['update_memory', { memory_id: home.memoryId, content: 'x' }],
        ['delete_memory', { memory_id: home.memoryId }],
        ['get_document_full_content', { document_id: home.documentId }],
        ['delete_memory', { memory_id: home.documentId }],
        ['get_document_full_content', { document_id: home.memoryId }],
      ] as const) {
        expect((await callThrough(door, away.caller, tool, args)).refusal).toMatchObject({ status: 404, word: 'not_found' });
      }
    });
  });

  test('what one project holds does not change how another is searched', async () => {
    const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
    await added(away.caller, 'a.txt', 'The petrel nests under the stones.');
    await added(away.caller, 'b.txt', 'The stones are old.');
    const before = await search(away.caller, 'petrel stones');
    for (let at = 0; at < 5; at += 1) await added(home.caller, `${at}.txt`, `Petrel stones petrel stones number ${at}.`);
    expect(await search(away.caller, 'petrel stones')).toEqual(before);
  });

  test('deleting a project takes all of it and nothing else', async () => {
    const [home, away] = await Promise.all([inhabited(stage), inhabited(stage)]);
    const before = await everythingOf(away);
    expect((await home.session.rest('DELETE', `/v1/projects/${home.id}`)).status).toBe(204);
    expect((await home.caller.tool('get_memories', {})).status).toBe(401);
    expect((await home.session.rest('GET', '/v1/memories')).status).toBe(403);
    for (const path of [`/v1/memories/${home.memoryId}`, `/v1/knowledge/documents/${home.documentId}`, `/v1/projects/${home.id}`]) {
      expect((await away.session.rest('GET', path)).status).toBe(404);
    }
    expect(await everythingOf(away)).toEqual(before);
  });
};
