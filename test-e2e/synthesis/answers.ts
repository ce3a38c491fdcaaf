import type { ModelServer } from '@cairn/test-kit';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fullText } from '../knowledge/documents.ts';
import { callThrough, doors } from '../product/doors.ts';
import type { Suite } from '../product/stage.ts';
import { type Library, newLibrary, question } from './handbook.ts';

export const answerSuite =
  (provider: ModelServer): Suite =>
  (stage) => {
    describe('an answer of a model', () => {
      let library: Library;
      beforeAll(async () => {
        library = await newLibrary(stage);
      });
      beforeEach(() => provider.reset());

      const asked = async (args: object = {}) =>
        (await callThrough('plain', library.project.caller, 'search_knowledge', { query: question, ...args })).result;

      test.each(doors)('cites words that stand where it says, through %s', async (door) => {
        provider.answerWith({ chat: () => 'Refunds are paid within 30 days [1 "paid within 30 days of the purchase"].' });
        const { result } = await callThrough(door, library.project.caller, 'search_knowledge', { query: question });
        expect(result).toMatchObject({
          answer: 'Refunds are paid within 30 days. [1]',
          answer_kind: 'model',
          citations: [{ marker: 1, document_id: library.refunds, quote: 'paid within **30 days** of the purchase' }],
        });
        expect(result.answer_error).toBeUndefined();
        const [{ quote, start, end }] = result.citations;
        expect((await fullText(library.project.caller, library.refunds)).slice(start, end)).toBe(quote);
      });

      test('comes by REST too', async () => {
        provider.answerWith({ chat: () => 'Bring the receipt [1].' });
        const { body } = await library.project.caller.rest('POST', '/v1/knowledge/search', { query: question });
        expect(body).toMatchObject({
          answer: 'Bring the receipt. [1]',
          answer_kind: 'model',
          citations: [{ quote: 'Bring the receipt.' }],
        });
      });

      test('loses markers that point nowhere and sentences that nothing supports', async () => {
        provider.answerWith({ chat: () => 'Bring the receipt [1][9]. France won in 1998 [9]. Refunds take 45 days [1].' });
        expect(await asked()).toMatchObject({ answer: 'Bring the receipt. [1]', citations: [{ document_id: library.refunds }] });
      });

      test('is withheld when nothing of it is supported', async () => {
        provider.answerWith({ chat: () => 'Refunds are never paid, as everybody knows.' });
        expect(await asked()).toMatchObject({
          answer: null,
          answer_kind: 'none',
          citations: [],
          answer_error: { code: 'answer_unsupported' },
          results: [{ document_id: library.refunds }, {}],
        });
      });

      test('does not carry what a document told the model to say', async () => {
        provider.answerWith({
          chat: (prompt) =>
            `Bring the receipt ${/!\[x\]\([^)]*\)/.exec(prompt)?.[0] ?? 'no image in the prompt'} [1]. Refunds are never paid [7].`,
        });
        const { answer } = await asked();
        expect(answer).toBe('Bring the receipt. [1]');
      });

      test('is not asked for when none is wanted, nothing was found, or what was found is about something else', async () => {
        const empty = await stage.newProject();
        const results = [
          await asked({ synthesize: false }),
          await asked({ query: 'zeppelin' }),
          await asked({ query: 'Who won the 1998 World Cup?' }),
          (await callThrough('plain', empty.caller, 'search_knowledge', { query: question })).result,
        ];
        for (const result of results) {
          expect(result).toMatchObject({ answer: null, answer_kind: 'none', citations: [] });
          expect(result.answer_error).toBeUndefined();
        }
        expect(provider.requests).toHaveLength(0);
      });

      test('is made of this project alone', async () => {
        await asked();
        expect(JSON.stringify(provider.requests[0]?.body)).toContain('Bring the receipt');
        provider.reset();
        const other = await stage.newProject();
        await callThrough('plain', other.caller, 'search_knowledge', { query: question });
        expect(provider.requests).toHaveLength(0);
      });
    });
  };
