import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { added, documents, foundIn, fullText, originalBytes, search, settled, shown, submit, upload } from './documents.ts';

export const versionSuite: Suite = (stage) => {
  describe('the same title', () => {
    test('with the same bytes is the same document', async () => {
      const { caller } = await stage.newProject();
      const content = 'The gull lands on the third post.';
      const id = await added(caller, 'gull.txt', content);
      const before = await shown(caller, id);
      expect((await caller.rest('POST', documents, { title: 'gull.txt', content })).body).toEqual({ document_id: id, status: 'ready' });
      expect((await upload(caller, { bytes: content, name: 'gull.txt' })).body.document_id).toBe(id);
      expect(await shown(caller, id)).toEqual(before);
      expect((await search(caller, 'gull')).results).toHaveLength(1);
    });

    test('sent twice at once is one document, worked on once', async () => {
      const { caller } = await stage.newProject();
      const ids = await Promise.all(Array.from({ length: 6 }, () => submit(caller, 'twice.txt', 'Twice the heron.')));
      expect(new Set(ids).size).toBe(1);
      expect(await settled(caller, ids[0] ?? '')).toMatchObject({ status: 'ready' });
      expect((await caller.rest('GET', documents)).body.data).toHaveLength(1);
      expect((await search(caller, 'heron')).results).toHaveLength(1);
    });

    test('with other bytes is a new version, which takes the place of the old one in everything', async () => {
      const { caller } = await stage.newProject();
      const first = Array.from({ length: 12 }, (_, at) => `## Part ${at}\n\nThe albatross of part ${at} flies.\n`).join('\n');
      const id = await added(caller, 'birds.md', first);
      expect((await search(caller, 'albatross')).total).toBeGreaterThan(0);
      expect(await submit(caller, 'birds.md', 'Only the puffin stays.')).toBe(id);
      // Until the new one is ready the old one answers; at no time do both, or neither.
      for (;;) {
        const { status } = await shown(caller, id);
        const passages = (await search(caller, 'albatross puffin')).results.map(({ passage }) => passage);
        const isOld = passages.every((passage) => passage.includes('albatross'));
        const isNew = passages.every((passage) => passage.includes('puffin'));
        expect([passages.length > 0, isOld !== isNew, status]).toEqual([true, true, expect.not.stringMatching('failed')]);
        if (status === 'ready') break;
      }
      expect(await foundIn(caller, 'albatross')).toEqual(new Set());
      expect((await search(caller, 'puffin')).results).toMatchObject([{ document_id: id, passage: 'Only the puffin stays.' }]);
      expect(await fullText(caller, id)).toBe('Only the puffin stays.');
      expect((await originalBytes(caller, id)).toString()).toBe('Only the puffin stays.');
      expect((await caller.rest('GET', documents)).body.data).toMatchObject([{ id, size_bytes: 22 }]);
    });

    test('of many versions in a row ends with the last', async () => {
      const { caller } = await stage.newProject();
      const words = ['amber', 'basalt', 'cobalt', 'dolomite', 'emerald'];
      let id = '';
      for (const word of words) id = await submit(caller, 'stones.txt', `The stone is ${word}.`);
      await settled(caller, id);
      const found = await Promise.all(words.map(async (word) => (await foundIn(caller, word)).size));
      expect(found).toEqual([0, 0, 0, 0, 1]);
    });

    test('in another project is another document', async () => {
      const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
      const [one, two] = await Promise.all([added(home.caller, 'a.txt', 'The same.'), added(away.caller, 'a.txt', 'The same.')]);
      expect(one).not.toBe(two);
    });
  });

  test('the same bytes under another title are another document, found once', async () => {
    const { caller } = await stage.newProject();
    const [one, two] = await Promise.all([
      added(caller, 'a.txt', 'The copied cormorant.'),
      added(caller, 'b.txt', 'The copied cormorant.'),
    ]);
    expect(one).not.toBe(two);
    expect((await search(caller, 'cormorant')).results).toHaveLength(1);
  });
};
