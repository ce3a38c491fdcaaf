import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { callThrough, doors, notFound } from '../product/doors.ts';
import type { Project, Suite } from '../product/stage.ts';
import { added, documents } from './documents.ts';

const text = Array.from({ length: 400 }, (_, at) => `Line ${at}: 😀 naïve 界 cafe\u0301 👩‍👩‍👧‍👦.\r\n`).join('\n');

export const contentSuite: Suite = (stage) => {
  describe("a document's text", () => {
    let project: Project;
    let id: string;
    beforeAll(async () => {
      project = await stage.newProject();
      id = await added(project.caller, 'lines.txt', text);
    });

    test.each(doors)('is whole by %s', async (door) => {
      const { result } = await callThrough(door, project.other, 'get_document_full_content', { document_id: id });
      expect(result).toEqual({
        success: true,
        document_id: id,
        title: 'lines.txt',
        content: text,
        total_characters: text.length,
        next_offset: null,
      });
    });

    test.each([1, 7, 1000, 65_537])('is the same read in slices of %d', async (size) => {
      const end = Math.min(text.length, size * 60);
      let content = '';
      let offset: number | null = 0;
      while (offset !== null && offset < end) {
        const slice: { content: string; next_offset: number | null; total_characters: number } = (
          await project.caller.tool('get_document_full_content', { document_id: id, offset, max_characters: size })
        ).body.result;
        expect(slice.total_characters).toBe(text.length);
        expect(slice.content.isWellFormed()).toBe(true);
        expect(slice.next_offset === null || slice.next_offset > offset).toBe(true);
        content += slice.content;
        offset = slice.next_offset;
      }
      expect(text.startsWith(content)).toBe(true);
      expect(content.length).toBeGreaterThanOrEqual(end);
    });

    test('begins with a whole character, also where the offset is inside of one', async () => {
      const inside = text.indexOf('😀') + 1;
      const { result } = await callThrough('plain', project.caller, 'get_document_full_content', {
        document_id: id,
        offset: inside,
        max_characters: 1,
      });
      expect(result).toMatchObject({ content: '😀', next_offset: inside + 1 });
    });

    test('has an end', async () => {
      for (const offset of [text.length, text.length + 1, Number.MAX_SAFE_INTEGER, String(text.length)]) {
        const { result } = await callThrough('plain', project.caller, 'get_document_full_content', { document_id: id, offset });
        expect(result).toMatchObject({ content: '', next_offset: null, total_characters: text.length });
      }
    });

    test('is the same over REST', async () => {
      const whole = await project.caller.rest('GET', `${documents}/${id}/content`);
      expect(whole.body).toMatchObject({ document_id: id, content: text, next_offset: null });
      const part = await project.caller.rest('GET', `${documents}/${id}/content?offset=10&max_characters=20`);
      expect(part.body).toMatchObject({ content: text.slice(10, 30), next_offset: 30 });
      for (const query of ['offset=-1', 'max_characters=0', 'offset=x']) {
        expect((await project.caller.rest('GET', `${documents}/${id}/content?${query}`)).status).toBe(400);
      }
    });

    test.each(doors)('of a document that is not there is not found by %s', async (door) => {
      const { refusal } = await callThrough(door, project.caller, 'get_document_full_content', { document_id: randomUUID() });
      expect(refusal).toMatchObject(notFound);
    });
  });
};
