import { describe, expect, test } from 'vitest';
import { callThrough } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { added, documents, foundIn, search, submit } from './documents.ts';

export const removalSuite: Suite = (stage) => {
  describe('a document that is deleted', () => {
    test('is gone from everything at once', async () => {
      const { caller, other } = await stage.newProject();
      const id = await added(caller, 'otter.md', '# Otters\n\nThe otter sleeps by the weir.');
      const kept = await added(caller, 'weir.md', '# Weirs\n\nThe weir was built in 1901.');
      expect(await foundIn(caller, 'weir')).toEqual(new Set([id, kept]));
      expect((await other.rest('DELETE', `${documents}/${id}`)).status).toBe(204);
      const findings = await search(caller, 'where does the otter sleep at the weir');
      expect(findings.results.map(({ document_id }) => document_id)).toEqual([kept]);
      expect(findings.citations.filter(({ document_id }) => document_id === id)).toEqual([]);
      expect(findings.answer ?? '').not.toContain('otter');
      expect(await foundIn(caller, 'otter')).toEqual(new Set());
      for (const path of ['', '/content', '/original', '/events']) {
        expect((await caller.rest('GET', `${documents}/${id}${path}`)).body).toMatchObject({ status: 404, code: 'not_found' });
      }
      expect((await callThrough('plain', caller, 'get_document_full_content', { document_id: id })).refusal?.status).toBe(404);
      expect((await caller.rest('GET', documents)).body.data).toMatchObject([{ id: kept }]);
      expect((await caller.rest('DELETE', `${documents}/${id}`)).status).toBe(404);
      expect((await caller.rest('POST', `${documents}/${id}/retry`)).status).toBe(404);
    });

    test('while it is worked on does not come back', async () => {
      const { caller } = await stage.newProject();
      const content = Array.from({ length: 800 }, (_, at) => `The lapwing of line ${at} calls.\n\n`).join('');
      const ids: string[] = [];
      for (let at = 0; at < 6; at += 1) {
        const id = await submit(caller, `lapwing ${at}.txt`, content);
        ids.push(id);
        await new Promise((resolve) => setTimeout(resolve, at * 25));
        expect((await caller.rest('DELETE', `${documents}/${id}`)).status).toBe(204);
        expect(await foundIn(caller, 'lapwing')).toEqual(new Set());
      }
      const after = await added(caller, 'after.txt', 'The wagtail comes after.');
      expect(await foundIn(caller, 'lapwing')).toEqual(new Set());
      expect((await caller.rest('GET', documents)).body.data).toMatchObject([{ id: after }]);
      for (const id of ids) expect((await caller.rest('GET', `${documents}/${id}`)).status).toBe(404);
    });

    test('may be added again under its title, as a new one', async () => {
      const { caller } = await stage.newProject();
      const id = await added(caller, 'again.txt', 'The stork returns.');
      await caller.rest('DELETE', `${documents}/${id}`);
      const again = await added(caller, 'again.txt', 'The stork returns.');
      expect(again).not.toBe(id);
      expect(await foundIn(caller, 'stork')).toEqual(new Set([again]));
    });
  });
};
