import { describe, expect, test } from 'vitest';
import type { Caller } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { added, documents, settled, submit, upload } from './documents.ts';

interface Line {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly content: string | null;
  readonly cursor: string;
  readonly original?: string;
}

async function exported(caller: Caller, query = ''): Promise<Line[]> {
  const { status, headers, text } = await caller.rest('GET', `${documents}/export${query}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export const exportSuite: Suite = (stage) => {
  describe('an export', () => {
    test('has every document with its text, a line each, and can be taken up after any of them', async () => {
      const { caller } = await stage.newProject();
      expect(await exported(caller)).toEqual([]);
      const texts = Array.from({ length: 53 }, (_, at) => `Note ${at}: "quoted" 😀 and\r\nmore.`);
      const ids: string[] = [];
      for (const [at, text] of texts.entries()) ids.push(await submit(caller, `note ${at}.txt`, text));
      for (const id of ids) await settled(caller, id);
      const lines = await exported(caller);
      expect(lines.map(({ id }) => id)).toEqual(ids.toReversed());
      expect(lines.map(({ content }) => content)).toEqual(texts.toReversed());
      expect(lines[0]).toMatchObject({ title: 'note 52.txt', status: 'ready', media_type: 'text/plain', error: null });
      const { cursor } = lines[49] ?? { cursor: '' };
      expect((await exported(caller, `?cursor=${cursor}`)).map(({ id }) => id)).toEqual(ids.slice(0, 3).toReversed());
      expect(await exported(caller, `?cursor=${lines.at(-1)?.cursor}`)).toEqual([]);
    });

    test('has the files as they were sent when they are asked for, and what failed without a text', async () => {
      const { caller } = await stage.newProject();
      const bytes = Buffer.from('\ufeffNaïve café\r\n'.repeat(9000), 'utf16le');
      const { document_id: id } = (await upload(caller, { bytes, name: 'wide.txt' })).body;
      await settled(caller, id);
      const { document_id: failed } = (await upload(caller, { bytes: ' \n\t ', name: 'blank.txt' })).body;
      await settled(caller, failed);
      const lines = await exported(caller, '?include=original');
      expect(lines[0]).toMatchObject({ id: failed, status: 'failed', error: { code: expect.any(String) } });
      const sent = Buffer.from(lines[1]?.original ?? '', 'base64');
      expect([sent.length, sent.equals(bytes)]).toEqual([bytes.length, true]);
      expect((await exported(caller))[1]).not.toHaveProperty('original');
    });

    test('is of one project alone, and refuses the cursor of another', async () => {
      const [one, other] = [await stage.newProject(), await stage.newProject()];
      await added(one.caller, 'mine.txt', 'Mine alone.');
      const [line] = await exported(one.caller);
      expect(await exported(other.caller)).toEqual([]);
      expect((await other.caller.rest('GET', `${documents}/export?cursor=${line?.cursor}`)).status).toBe(400);
      for (const query of ['cursor=x', 'include=all', 'limit=2']) {
        expect((await one.caller.rest('GET', `${documents}/export?${query}`)).status).toBe(400);
      }
    });
  });
};
