import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { callThrough, doors } from '../product/doors.ts';
import type { Project, Suite } from '../product/stage.ts';
import { added, foundIn, fullText, search } from './documents.ts';
import type { Findings } from './documents.ts';

const lighthouse = [
  '# Lighthouse 🏮 handbook',
  '',
  'Opening words — with emoji 😀👩‍👩‍👧‍👦 so that characters and bytes differ.',
  '',
  '## Lamp',
  '',
  'The lamp is lit at dusk. It burns paraffin, 2.5 litres a night. The wick is trimmed every four hours.',
  '',
  '## Fog horn',
  '',
  'The fog horn sounds twice a minute when the ships cannot see the cliff. It was installed in 1926.',
  '',
  '```sh',
  'horn --twice "a minute"',
  '```',
  '',
  '| Part | Spare |',
  '| --- | --- |',
  '| wick | 12 |',
  '',
].join('\n');

const kitchen = 'The kitchen serves soup on Mondays.\r\n\r\nBread is baked each morning — at 5 o’clock. The baker is called Émile.\r\n';

export const citationSuite: Suite = (stage) => {
  describe('an answer', () => {
    let project: Project;
    let texts: Map<string, string>;
    let lighthouseId: string;
    beforeAll(async () => {
      project = await stage.newProject();
      lighthouseId = await added(project.caller, 'lighthouse.md', lighthouse);
      const kitchenId = await added(project.caller, 'kitchen.txt', kitchen);
      texts = new Map([
        [lighthouseId, await fullText(project.caller, lighthouseId)],
        [kitchenId, await fullText(project.caller, kitchenId)],
      ]);
    });

    /** Every offset cuts what it says out of the full text; every marker has its citation. */
    const expectVerbatim = (findings: Findings) => {
      for (const { document_id: id, passage, start, end } of findings.results) expect(texts.get(id)?.slice(start, end)).toBe(passage);
      for (const { document_id: id, quote, start, end } of findings.citations) expect(texts.get(id)?.slice(start, end)).toBe(quote);
      expect(findings.citations.map(({ marker }) => marker)).toEqual(findings.citations.map((_, at) => at + 1));
      const written = Array.from((findings.answer ?? '').matchAll(/\[(\d+)\]/g), ([, marker]) => Number(marker));
      expect(new Set(written)).toEqual(new Set(findings.citations.map(({ marker }) => marker)));
      for (const { quote } of findings.citations) expect(quote.trim()).not.toBe('');
    };

    test.each([
      ['How often does the fog horn sound?', 'twice a minute'],
      ['what does the lamp burn', 'paraffin'],
      ['When was the fog horn installed?', '1926'],
      ['When is bread baked?', 'each morning'],
      ['who is the baker', 'Émile'],
      ['baker emile', 'Émile'],
    ])('to %j quotes the document at the right place', async (query, told) => {
      const findings = await search(project.caller, query);
      expect(findings).toMatchObject({ query, answer_kind: 'extractive' });
      expect(findings.citations.length).toBeGreaterThan(0);
      expect(findings.answer).toContain(told);
      expect(findings.citations.some(({ quote }) => quote.includes(told))).toBe(true);
      expect(findings.results[0]?.passage).toContain(told);
      expect(findings.total).toBeGreaterThanOrEqual(findings.results.length);
      expectVerbatim(findings);
    });

    test('is the same through every door and over REST', async () => {
      const args = { query: 'fog horn', limit: 3 };
      const answers = await Promise.all(
        doors.map(async (door) => (await callThrough(door, project.caller, 'search_knowledge', args)).result),
      );
      const rest = await project.other.rest('POST', '/v1/knowledge/search', args);
      for (const each of [...answers, rest.body]) expect(each).toEqual(answers[0]);
    });

    test('names the headings above a passage', async () => {
      const [first] = (await search(project.caller, 'paraffin wick')).results;
      expect(first?.heading).toMatch(/^Lighthouse 🏮 handbook/);
    });

    test.each(['Who won the 1998 World Cup?', 'xylophone', 'the of and', '???', '\u200b'])(
      'to %j is none, with nothing made up',
      async (query) => {
        const findings = await search(project.caller, query);
        if (findings.results.length === 0) expect(findings).toMatchObject({ answer: null, answer_kind: 'none', citations: [], total: 0 });
        expect(findings.answer_kind === 'none').toBe(findings.citations.length === 0);
        expectVerbatim(findings);
      },
    );

    test('is none in a project without documents', async () => {
      const { caller } = await stage.newProject();
      expect(await search(caller, 'fog horn')).toEqual({
        success: true,
        query: 'fog horn',
        answer: null,
        answer_kind: 'none',
        citations: [],
        results: [],
        total: 0,
      });
    });

    test('is left out when it is not wanted', async () => {
      const findings = await search(project.caller, 'fog horn', { synthesize: false });
      expect(findings).toMatchObject({ answer: null, answer_kind: 'none', citations: [] });
      expect(findings.results.length).toBeGreaterThan(0);
    });

    test('is drawn from the documents that are named', async () => {
      const only = await search(project.caller, 'the', { document_ids: [lighthouseId] });
      for (const { document_id: id } of only.results) expect(id).toBe(lighthouseId);
      expect((await search(project.caller, 'fog horn', { document_ids: [lighthouseId] })).results.length).toBeGreaterThan(0);
      for (const ids of [[randomUUID()], [[...texts.keys()].find((id) => id !== lighthouseId)]]) {
        expect(await search(project.caller, 'fog horn', { document_ids: ids })).toMatchObject({ results: [], total: 0 });
      }
    });

    test('has as many passages as asked for', async () => {
      expect((await search(project.caller, 'the lamp fog horn bread', { limit: 1 })).results).toHaveLength(1);
      const scores = (await search(project.caller, 'the lamp fog horn bread', { limit: 50 })).results.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    });

    test.each([
      "What's & | ! ( ) :*",
      '"unbalanced',
      'lamp|horn',
      'lamp & horn',
      "'; drop table documents;--",
      '%',
      '_',
      '\\',
      '*',
      'lamp:*',
      '-lamp',
      '((((',
      'a'.repeat(4000),
    ])('takes every sign literally: %s', async (query) => {
      const answer = await project.caller.tool('search_knowledge', { query });
      expect(answer.status).toBe(200);
      expectVerbatim(answer.body.result);
    });

    test('tells signs and letters apart', async () => {
      const own = await stage.newProject();
      const percent = await added(own.caller, 'a.txt', 'The discount is 100% today.');
      const thousand = await added(own.caller, 'b.txt', 'The price is 1000 dollars.');
      const name = await added(own.caller, 'c.txt', 'Open filename first.');
      expect((await foundIn(own.caller, '100%')).has(thousand)).toBe(false);
      expect((await foundIn(own.caller, '100%')).has(percent)).toBe(true);
      expect((await foundIn(own.caller, 'file_name')).has(name)).toBe(false);
      expect((await foundIn(own.caller, '%')).has(thousand)).toBe(false);
    });
  });

  test('a long document is found to its last line', async () => {
    const { caller } = await stage.newProject();
    const text = Array.from({ length: 3000 }, (_, at) => `Entry ${at}: the keeper counted ship number s${at}x.`).join('\n\n');
    const id = await added(caller, 'log.txt', text);
    const [first] = (await search(caller, 's2999x')).results;
    expect(first?.document_id).toBe(id);
    expect(text.slice(first?.start, first?.end)).toBe(first?.passage);
    expect(first?.passage).toContain('s2999x');
  });
};
