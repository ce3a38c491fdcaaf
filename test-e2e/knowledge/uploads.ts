import { describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import { callThrough, doors } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { documents, fullText, originalBytes, settled, shown, submit, upload } from './documents.ts';

/** What the product of these suites takes. */
export const maxUploadBytes = 400_000;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const uploadSuite: Suite = (stage) => {
  describe('a document', () => {
    test('sent as JSON is queued, becomes ready, and is listed', async () => {
      const { caller, other, session } = await stage.newProject();
      const content = '# Tides\n\nThe tide table hangs by the door.\n';
      const sent = await caller.rest('POST', documents, { title: 'tides.md', content });
      const id = sent.body.document_id;
      expect([sent.status, sent.body, sent.headers.get('location')]).toEqual([
        202,
        { document_id: id, status: 'queued' },
        `${documents}/${id}`,
      ]);
      const ready = await settled(caller, id);
      expect(ready).toEqual({
        id,
        title: 'tides.md',
        media_type: 'text/markdown',
        size_bytes: Buffer.byteLength(content),
        status: 'ready',
        progress: 100,
        error: null,
        warnings: [],
        created_at: expect.stringMatching(moment),
        updated_at: expect.stringMatching(moment),
      });
      for (const each of [caller, other, session])
        expect((await each.rest('GET', documents)).body).toEqual({ data: [ready], next_cursor: null });
      for (const door of doors) {
        const { documents: listed, ...page } = (await callThrough(door, other, 'list_knowledge_documents', {})).result;
        expect(page).toEqual({ success: true, total: 1, limit: 50, offset: 0 });
        const { id: document_id, progress: _, warnings: __, error: ___, ...rest } = ready;
        expect(listed).toEqual([{ document_id, ...rest }]);
      }
    });

    test.each([
      ['notes.md', undefined, 'text/markdown'],
      ['notes.MARKDOWN', undefined, 'text/markdown'],
      ['notes.txt', undefined, 'text/plain'],
      ['notes', undefined, 'text/plain'],
      ['notes', 'text/markdown', 'text/markdown'],
      ['notes', 'text/markdown; charset=utf-8', 'text/markdown'],
      ['notes', 'text/plain', 'text/plain'],
    ])('titled %s and called %s is %s', async (title, claimed, expected) => {
      const { caller } = await stage.newProject();
      const id = await submit(caller, title, 'Some words.', claimed);
      expect((await shown(caller, id)).media_type).toBe(expected);
    });

    test('sent as a file keeps its bytes', async () => {
      const { caller } = await stage.newProject();
      const text = '\ufeff# Löwe 🦁\r\n\r\nZeile eins\r\nZeile zwei \u2028 drei\r\n';
      const sent = await upload(caller, { bytes: text, name: 'Löwe & Bär.md' });
      expect([sent.status, sent.body]).toEqual([202, { document_id: expect.any(String), status: 'queued' }]);
      const id = sent.body.document_id;
      expect(await settled(caller, id)).toMatchObject({ status: 'ready', title: 'Löwe & Bär.md', media_type: 'text/markdown' });
      expect((await originalBytes(caller, id)).equals(Buffer.from(text))).toBe(true);
      expect(await fullText(caller, id)).toBe(text.slice(1));
      const original = await caller.rest('GET', `${documents}/${id}/original`);
      expect(original.headers.get('content-disposition')).toMatch(
        /^attachment; filename=".*"; filename\*=UTF-8''L%C3%B6we%20%26%20B%C3%A4r\.md$/,
      );
      expect(original.headers.get('x-content-type-options')).toBe('nosniff');
      expect(original.headers.get('content-security-policy')).toContain('sandbox');
    });

    test('is titled by the form, or by its file without the folders', async () => {
      const { caller } = await stage.newProject();
      const titles = await Promise.all(
        [
          { bytes: 'a', name: 'a.txt', title: 'A title – of its own' },
          { bytes: 'b', name: '../../etc/b.txt' },
          { bytes: 'c', name: 'C:\\docs\\c.txt' },
        ].map(async (file) => (await shown(caller, (await upload(caller, file)).body.document_id)).title),
      );
      expect(titles).toEqual(['A title – of its own', 'b.txt', 'c.txt']);
    });

    test('is listed newest first, a page at a time, to the last', async () => {
      const { caller } = await stage.newProject();
      const ids: string[] = [];
      for (let at = 0; at < 7; at += 1) ids.push(await submit(caller, `page ${at}.txt`, `Text ${at}.`));
      const paged: string[] = [];
      for (let offset = 0; offset < 9; offset += 3) {
        const page = (await callThrough('plain', caller, 'list_knowledge_documents', { limit: 3, offset })).result;
        expect(page).toMatchObject({ total: 7, limit: 3, offset });
        paged.push(...page.documents.map(({ document_id: id }: { document_id: string }) => id));
      }
      expect(paged).toEqual(ids.toReversed());
      const walked: string[] = [];
      for (let query = '?limit=3'; query !== '';) {
        const { data, next_cursor: next } = (await caller.rest('GET', `${documents}${query}`)).body;
        walked.push(...data.map(({ id }: { id: string }) => id));
        query = next === null ? '' : `?limit=3&cursor=${next}`;
      }
      expect(walked).toEqual(ids.toReversed());
    });

    test('sent once by an Idempotency-Key is one', async () => {
      const { caller } = await stage.newProject();
      const headers = { 'idempotency-key': 'upload-1' };
      const file = { bytes: 'words', name: 'a.txt' };
      const first = await upload(caller, file, headers);
      expect((await upload(caller, file, headers)).text).toBe(first.text);
      expect((await upload(caller, { ...file, bytes: 'other words' }, headers)).status).toBe(409);
      expect((await caller.rest('GET', documents)).body.data).toHaveLength(1);
    });
  });

  describe('what is no document', () => {
    test.each([
      [{}, ['title', 'content']],
      [{ title: '', content: 'x' }, ['title']],
      [{ title: '  ', content: 'x' }, ['title']],
      [{ title: 'a\nb', content: 'x' }, ['title']],
      [{ title: 'x'.repeat(513), content: 'x' }, ['title']],
      [{ title: 'a', content: '' }, ['content']],
      [{ title: 'a', content: 7 }, ['content']],
      [{ title: 'a', content: 'x', url: 'http://127.0.0.1/' }, ['url']],
    ])('is refused as JSON: %j', async (body, paths) => {
      const { caller } = await stage.newProject();
      const answer = await caller.rest('POST', documents, body);
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
      expect((await caller.rest('GET', documents)).body.data).toEqual([]);
    });

    test.each([
      ['an archive', 'PK\u0003\u0004', 'a.docx'],
      ['a picture', '\u0089PNG\r\n\u001a\n\u0000', 'a.md'],
      ['a picture that calls itself a PDF', 'GIF89a\u0001\u0000\u0001\u0000', 'a.pdf'],
      ['an old Word document', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1\u0000', 'a.docx'],
      ['bytes of no kind', Buffer.from(Array.from({ length: 600 }, (_, at) => at % 32)).toString('latin1'), 'a.txt'],
    ])('is refused as a file: %s', async (_kind, text, name) => {
      const { caller } = await stage.newProject();
      const answer = await upload(caller, { bytes: new Uint8Array(Buffer.from(text, 'latin1')), name });
      expect([answer.status, answer.body]).toMatchObject([415, { status: 415, code: 'unsupported_media_type' }]);
      expect((await caller.rest('GET', documents)).body.data).toEqual([]);
    });

    test('is refused as a form', async () => {
      const { caller } = await stage.newProject();
      const post = (body: FormData) =>
        call(`${caller.baseUrl}${documents}`, { method: 'POST', headers: { authorization: `Bearer ${caller.secret}` }, body });
      const form = (...parts: readonly (readonly [string, string | Blob])[]) => {
        const data = new FormData();
        for (const [name, value] of parts) data.append(name, value);
        return data;
      };
      const file = new Blob(['words']);
      const forms: readonly (readonly [string, FormData])[] = [
        ['nothing', form()],
        ['no file', form(['title', 'x'])],
        ['an empty file', form(['file', new Blob([])])],
        ['two files', form(['file', file], ['file', file])],
        ['a file of another name', form(['upload', file])],
        ['a part that nobody knows', form(['file', file], ['project_id', 'x'])],
        ['two titles', form(['title', 'x'], ['title', 'y'], ['file', file])],
        ['a blank title', form(['title', ' '], ['file', file])],
        ['a long title', form(['title', 'x'.repeat(5000)], ['file', file])],
        ['many parts', form(...Array.from({ length: 50 }, (_, at) => [`p${at}`, 'x'] as const), ['file', file])],
      ];
      for (const [kind, data] of forms) expect([kind, (await post(data)).body]).toMatchObject([kind, { status: 400 }]);
      expect((await caller.rest('GET', documents)).body.data).toEqual([]);
    });

    test('is refused as a form that is none', async () => {
      const { caller } = await stage.newProject();
      for (const [type, body] of [
        ['multipart/form-data', 'x'],
        ['multipart/form-data; boundary=b', 'x'],
        ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf'],
        ['multipart/form-data; boundary=b', ''],
      ]) {
        const answer = await call(`${caller.baseUrl}${documents}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${caller.secret}`, 'content-type': type ?? '' },
          body: body ?? '',
        });
        expect([type, body, answer.status]).toEqual([type, body, 400]);
      }
      expect((await caller.rest('GET', documents)).body.data).toEqual([]);
    });

    test('is a file of more bytes than are taken', async () => {
      const { caller } = await stage.newProject();
      const bytes = new Uint8Array(maxUploadBytes).fill(0x61);
      expect((await upload(caller, { bytes, name: 'a.txt' })).status).toBe(202);
      const answer = await upload(caller, { bytes: new Uint8Array(maxUploadBytes + 1).fill(0x61), name: 'b.txt' });
      expect([answer.status, answer.body]).toMatchObject([
        413,
        { code: 'payload_too_large', detail: expect.stringContaining(String(maxUploadBytes)) },
      ]);
      expect((await caller.rest('GET', documents)).body.data).toHaveLength(1);
    });
  });
};
