import { describe, expect, test } from 'vitest';
import { callThrough, doors } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { added, documents, foundIn, fullText, originalBytes, search, settled, shown, submit, upload } from './documents.ts';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

export const failureSuite: Suite = (stage) => {
  describe('a document that cannot be read', () => {
    test.each([
      ['blanks alone', new Uint8Array(Buffer.from(' \n\t\r\n \u00a0')), 'no_text'],
      ['a mark alone', bytesOf(0xef, 0xbb, 0xbf), 'no_text'],
      ['UTF-16 of blanks alone', new Uint8Array(Buffer.from('\ufeff \n', 'utf16le')), 'no_text'],
      [
        'no encoding that is known',
        bytesOf(...Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? 1 : 0x81 + ((at * 37) % 0x7e)))),
        'not_text',
      ],
      ['U+0000 alone', bytesOf(0, 0, 0), 'no_text'],
    ])('fails with a reason, and is still listed: %s', async (_kind, bytes, code) => {
      const { caller } = await stage.newProject();
      const { document_id: id } = (await upload(caller, { bytes, name: 'bad.txt' })).body;
      const failed = await settled(caller, id);
      expect(failed).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/.{20}/) } });
      const { documents: listed } = (await callThrough('plain', caller, 'list_knowledge_documents', {})).result;
      expect(listed).toMatchObject([{ document_id: id, status: 'failed', error: failed.error }]);
      expect((await originalBytes(caller, id)).equals(Buffer.from(bytes))).toBe(true);
      for (const door of doors) {
        const { result } = await callThrough(door, caller, 'get_document_full_content', { document_id: id });
        expect(result).toEqual({
          success: true,
          document_id: id,
          title: 'bad.txt',
          content: '',
          total_characters: 0,
          next_offset: null,
          status: 'failed',
          error: failed.error,
        });
      }
      expect((await caller.rest('GET', `${documents}/${id}/content`)).body).toMatchObject({
        content: '',
        status: 'failed',
        error: { code },
      });
      expect(await search(caller, 'words')).toMatchObject({ results: [], total: 0 });
    });

    test('may be tried again, and ends the same way', async () => {
      const { caller, other } = await stage.newProject();
      const id = await submit(caller, 'blank.txt', ' ');
      await settled(caller, id);
      const again = await other.rest('POST', `${documents}/${id}/retry`);
      expect([again.status, again.body]).toEqual([202, { document_id: id, status: 'queued' }]);
      expect(await settled(caller, id)).toMatchObject({ status: 'failed', error: { code: 'no_text' } });
    });

    test('is mended by bytes that can be', async () => {
      const { caller } = await stage.newProject();
      const id = await submit(caller, 'later.txt', ' ');
      expect((await settled(caller, id)).status).toBe('failed');
      expect(await added(caller, 'later.txt', 'Now the plover speaks.')).toBe(id);
      expect(await shown(caller, id)).toMatchObject({ status: 'ready', error: null });
      expect(await foundIn(caller, 'plover')).toEqual(new Set([id]));
    });

    test('leaves the version before it in search', async () => {
      const { caller } = await stage.newProject();
      const id = await added(caller, 'kept.txt', 'The curlew is here.');
      await submit(caller, 'kept.txt', '  ');
      expect((await settled(caller, id)).status).toBe('failed');
      expect(await foundIn(caller, 'curlew')).toEqual(new Set([id]));
      expect(await fullText(caller, id)).toBe('The curlew is here.');
    });
  });

  test('a document is read anew when asked to, found all the while, and listed by its status', async () => {
    const { caller, other } = await stage.newProject();
    const id = await added(caller, 'kite.txt', 'The kite hovers.');
    const failed = await submit(caller, 'blank.txt', ' ');
    await settled(caller, failed);
    const again = await other.rest('POST', `${documents}/${id}/reindex`);
    expect([again.status, again.body]).toMatchObject([202, { document_id: id }]);
    expect(await foundIn(caller, 'kite')).toEqual(new Set([id]));
    expect(await settled(caller, id)).toMatchObject({ status: 'ready' });
    expect((await search(caller, 'kite')).results).toHaveLength(1);
    const listed = async (status: string) =>
      (await caller.rest('GET', `${documents}?status=${status}`)).body.data.map((each: { id: string }) => each.id);
    expect([await listed('ready'), await listed('failed')]).toEqual([[id], [failed]]);
    expect((await caller.rest('GET', `${documents}?status=lost`)).status).toBe(400);
    expect((await (await stage.newProject()).caller.rest('POST', `${documents}/${id}/reindex`)).status).toBe(404);
  });

  test('only what failed may be tried again', async () => {
    const { caller } = await stage.newProject();
    const id = await added(caller, 'good.txt', 'Good words.');
    expect((await caller.rest('POST', `${documents}/${id}/retry`)).body).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('U+0000 in a file is left out of its text, with a warning, and kept in its bytes', async () => {
    const { caller } = await stage.newProject();
    const bytes = new Uint8Array(Buffer.from('The san\0dpiper\0 runs.\n\0'));
    const { document_id: id } = (await upload(caller, { bytes, name: 'nul.txt' })).body;
    expect(await settled(caller, id)).toMatchObject({ status: 'ready', warnings: [expect.stringContaining('U+0000')] });
    expect(await fullText(caller, id)).toBe('The sandpiper runs.\n');
    expect(await foundIn(caller, 'sandpiper')).toEqual(new Set([id]));
    expect((await originalBytes(caller, id)).equals(Buffer.from(bytes))).toBe(true);
  });
};
