import { pdfOf } from '@cairn/test-kit';
import { describe, expect, test } from 'vitest';
import type { Suite } from '../../product/stage.ts';
import { fullText, originalBytes, search, settled, shown, upload } from '../documents.ts';
import { hostile, textless } from './hostile.ts';
import { samples } from './samples.ts';

export const formatSuite: Suite = (stage) => {
  describe('a document of each format', () => {
    test.each(samples)('is searched, cited and given back: $name', async ({ name, mediaType, bytes, question, quote, heading, page }) => {
      const { caller } = await stage.newProject();
      const { document_id: id } = (await upload(caller, { bytes, name })).body;
      expect(await settled(caller, id)).toMatchObject({ status: 'ready', media_type: mediaType, error: null });
      const { results, citations } = await search(caller, question);
      const content = await fullText(caller, id);
      for (const { passage, start, end } of results) expect(content.slice(start, end)).toBe(passage);
      for (const citation of citations) expect(content.slice(citation.start, citation.end)).toBe(citation.quote);
      expect(results[0]?.passage).toContain(quote);
      expect([results[0]?.heading, results[0]?.page]).toEqual([heading, page]);
      const cited = citations.find((citation) => citation.quote.includes(quote) || quote.includes(citation.quote));
      expect([cited?.heading, cited?.page]).toEqual([heading, page]);
      expect((await originalBytes(caller, id)).equals(Buffer.from(bytes))).toBe(true);
    });

    test('is what its bytes are, whatever it is called and declared', async () => {
      const { caller } = await stage.newProject();
      const docx = samples.find(({ name }) => name === 'handbook.docx');
      if (!docx) throw new Error('no sample');
      for (const [name, type] of [
        ['a.pdf', 'application/pdf'],
        ['b.md', 'text/markdown'],
        ['c.doc', 'application/msword'],
      ] as const) {
        const { document_id: id } = (await upload(caller, { bytes: docx.bytes, name, type })).body;
        expect(await settled(caller, id)).toMatchObject({ status: 'ready', media_type: docx.mediaType });
      }
      const { document_id: named } = (
        await upload(caller, { bytes: '%PDF is how they begin, said the heron.', name: 'd.pdf', type: 'application/pdf' })
      ).body;
      expect(await settled(caller, named)).toMatchObject({
        status: 'ready',
        media_type: 'text/plain',
        warnings: [expect.stringContaining('a PDF document')],
      });
    });
  });

  describe('a file that holds no text', () => {
    test.each(textless)('fails and says so: $name', async ({ name, bytes }) => {
      const { caller } = await stage.newProject();
      const { document_id: id } = (await upload(caller, { bytes, name })).body;
      expect(await settled(caller, id)).toMatchObject({
        status: 'failed',
        error: { code: 'no_text', message: expect.stringMatching(/.{20}/) },
      });
      expect(await fullText(caller, id)).toBe('');
      expect(await search(caller, 'anything')).toMatchObject({ results: [], total: 0 });
    });

    test('is refused when it has no byte', async () => {
      const { caller } = await stage.newProject();
      expect((await upload(caller, { bytes: '', name: 'a.pdf' })).status).toBe(400);
    });
  });

  test('a table of names alone is found by them', async () => {
    const { caller } = await stage.newProject();
    const { document_id: id } = (await upload(caller, { bytes: 'Name,Capybara count\r\n', name: 'empty.csv' })).body;
    expect((await settled(caller, id)).status).toBe('ready');
    expect((await search(caller, 'capybara')).results[0]?.passage).toBe('Name | Capybara count');
  });

  describe('a file that means harm', () => {
    test.each(hostile)('fails alone, at once, and says why: $name', async ({ name, bytes, code }) => {
      const { caller } = await stage.newProject();
      const started = performance.now();
      const { document_id: id } = (await upload(caller, { bytes, name })).body;
      const failed = await settled(caller, id);
      expect(failed).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/\. .{10}|\.$/) } });
      expect(performance.now() - started).toBeLessThan(5000);
      const { document_id: next } = (await upload(caller, { bytes: 'The next one is read.', name: 'next.txt' })).body;
      expect((await settled(caller, next)).status).toBe('ready');
    });

    test('never reads a file of the server or calls anybody', async () => {
      const { caller } = await stage.newProject();
      const bytes = pdfOf([[{ text: 'See file:///etc/passwd and http://127.0.0.1:9/', x: 72, y: 700 }]]);
      const { document_id: id } = (await upload(caller, { bytes, name: 'links.pdf' })).body;
      expect((await settled(caller, id)).status).toBe('ready');
      expect(await fullText(caller, id)).toBe('See file:///etc/passwd and http://127.0.0.1:9/');
    });
  });

  test.each([
    ['../../etc/passwd.md', 'passwd.md'],
    ['report\u202efdp.md', 'reportfdp.md'],
    ['\u200eדוח\u200e.md', '\u200eדוח\u200e.md'],
  ])('the name %j is shown as %j', async (name, title) => {
    const { caller } = await stage.newProject();
    const { document_id: id } = (await upload(caller, { bytes: 'words', name })).body;
    expect((await shown(caller, id)).title).toBe(title);
  });
};
