import { createHash } from 'node:crypto';
import { unpackPosting, type CodeSpan, type IndexedBy, type IngestionClaim, type VectorSegment } from '@cairn/core';
import { describe, expect, test } from 'vitest';
import { ingestedFrom } from './documents.ts';
import type { Stage } from './suite.ts';

const dimensions = 16;
const model = 'conformance/1';
const by: IndexedBy = { analyser: 1, modelId: model };

/** Vectors of passages that say in their first byte which passage they are of, and in the second whose. */
function segmentOf(texts: readonly string[], from: number, mark = 1): VectorSegment {
  const digest = createHash('sha256').update(texts.join('\0')).digest();
  const vectors = new Int8Array(texts.length * dimensions);
  const codes = new Uint8Array((texts.length * dimensions) / 8);
  texts.forEach((_, at) => {
    vectors[at * dimensions] = (from + at) % 100;
    vectors[at * dimensions + 1] = mark;
    codes[(at * dimensions) / 8] = (from + at) % 256;
  });
  return { from, passages: texts.length, digest, codes, vectors };
}

const lines = (word: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${word} line${at}`);

/** What IngestionRepository, ReindexRepository and PassageIndex keep to where passages have vectors. */
export function passageVectorConformance(stage: Stage): void {
  describe('vectors of passages', () => {
    const actor = () => stage.cast.a;

    async function claimOf(title: string, text: string): Promise<IngestionClaim> {
      await stage.ports.stores.documents.submit(actor(), { title, mediaType: 'text/plain', bytes: Buffer.from(text) });
      let claim: IngestionClaim | undefined;
      const take = async (entries: readonly { payload: unknown }[]): Promise<void> => {
        for (const { payload } of entries) {
          const { projectId, versionId } = payload as { projectId: string; versionId?: string };
          if (versionId) claim = (await stage.ports.ingestion.claim(projectId, versionId)) ?? claim;
        }
      };
      while ((await stage.ports.outbox.relay(100, take)) > 0);
      return claim as IngestionClaim;
    }

    async function stageAll(claim: IngestionClaim, texts: readonly string[], mark = 1): Promise<void> {
      for (let from = 0; from < texts.length; from += 128) {
        const segment = segmentOf(texts.slice(from, from + 128), from, mark);
        expect(await stage.ports.ingestion.stageVectors(claim, model, segment, 50)).toBe(true);
      }
    }

    async function publish(title: string, texts: readonly string[]): Promise<IngestionClaim> {
      const claim = await claimOf(title, texts.join('\n'));
      await stageAll(claim, texts);
      expect(await stage.ports.ingestion.publish(claim, ingestedFrom(texts.join('\n')), by)).toBe(true);
      return claim;
    }

    async function codes(modelId = model): Promise<CodeSpan[]> {
      const spans: CodeSpan[] = [];
      for (let since = 0; ;) {
        const page = await stage.ports.stores.passages.codes(actor(), modelId, since);
        spans.push(...page.spans);
        if (page.upto === undefined || !page.more) return spans;
        since = page.upto;
      }
    }

    async function found(term: string): Promise<{ ordinal: number; vector: number[] | null; document: string }[]> {
      const { passages } = stage.ports.stores;
      const blocks = (await passages.lookup(actor(), [term])).terms.get(term)?.blocks ?? [];
      const slots = blocks.flatMap(({ block, postings }) =>
        Array.from(postings, (packed) => ({ block, slot: unpackPosting(packed).slot })),
      );
      const located = await passages.locate(actor(), slots, model);
      return located.map(({ ordinal, vector, documentId }) => ({
        ordinal,
        vector: vector && Array.from(vector.subarray(0, 2)),
        document: documentId,
      }));
    }

    test.each([3, 300])('a document of %d passages is found with its vectors once it is ready, and not before', async (count) => {
      const word = `vectored${count}`;
      const texts = lines(word, count);
      const claim = await claimOf(word, texts.join('\n'));
      const before = (await codes()).length;
      await stageAll(claim, texts);
      expect(await codes()).toHaveLength(before);
      expect(await stage.ports.ingestion.publish(claim, ingestedFrom(texts.join('\n')), by)).toBe(true);
      const passages = await found(word);
      expect(passages).toEqual(texts.map((_, ordinal) => ({ ordinal, vector: [ordinal % 100, 1], document: claim.documentId })));
      const own = (await codes()).filter(({ documentId }) => documentId === claim.documentId);
      expect(own.reduce((sum, span) => sum + span.passages, 0)).toBe(count);
      for (const { block, slot, codes: bytes } of own) {
        const [first] = await stage.ports.stores.passages.locate(actor(), [{ block, slot }], model);
        expect(bytes[0]).toBe((first?.ordinal ?? -1) % 256);
      }
    });

    test('codes are read once, in pages, and what comes later comes later', async () => {
      await publish('Pages one', lines('pageone', 2));
      const { passages } = stage.ports.stores;
      const first = await passages.codes(actor(), model, 0);
      expect(await passages.codes(actor(), model, first.upto ?? 0)).toMatchObject({ spans: [], upto: undefined, more: false });
      await publish('Pages two', lines('pagetwo', 2));
      const next = await passages.codes(actor(), model, first.upto ?? 0);
      expect(next.spans.map((span) => span.passages)).toEqual([2]);
      expect(next.upto).toBeGreaterThan(first.upto ?? 0);
      expect(next.newest).toBe(next.upto);
    });

    test('a document is never ready with a passage that has no vector', async () => {
      const texts = lines('lacking', 200);
      const claim = await claimOf('Lacking', texts.join('\n'));
      await stage.ports.ingestion.stageVectors(claim, model, segmentOf(texts.slice(0, 128), 0), 50);
      await expect(stage.ports.ingestion.publish(claim, ingestedFrom(texts.join('\n')), by)).rejects.toThrow();
      expect(await found('lacking')).toEqual([]);
      expect(await stage.ports.stores.documents.get(actor(), claim.documentId)).not.toMatchObject({ status: 'ready' });
    });

    test('an attempt goes on where another one stopped, for as long as the texts are the same', async () => {
      const texts = lines('resumed', 200);
      const claim = await claimOf('Resumed', texts.join('\n'));
      const places = [segmentOf(texts.slice(0, 128), 0), segmentOf(texts.slice(128), 128)];
      await stage.ports.ingestion.stageVectors(claim, model, places[0]!, 40);
      const { projectId, versionId } = claim;
      const next = (await stage.ports.ingestion.claim(projectId, versionId)) as IngestionClaim;
      const missing = async (all: readonly VectorSegment[]) =>
        (await stage.ports.ingestion.missingVectors(next, model, all)).map(({ from }) => from);
      expect(await missing(places)).toEqual([128]);
      expect(await missing([segmentOf(['other', ...texts.slice(1, 128)], 0)])).toEqual([0]);
      expect(await stage.ports.ingestion.missingVectors(next, 'another', places)).toHaveLength(2);
      expect(await stage.ports.ingestion.stageVectors(claim, model, places[1]!, 60)).toBe(false);
      await stage.ports.ingestion.stageVectors(next, model, places[1]!, 60);
      expect(await stage.ports.stores.documents.get(actor(), claim.documentId)).toMatchObject({ progress: 60 });
      expect(await stage.ports.ingestion.publish(next, ingestedFrom(texts.join('\n')), by)).toBe(true);
    });

    test('a shorter version takes the place of a longer one, and a deletion leaves the neighbours as they were', async () => {
      await publish('Neighbour', lines('neighbour', 5));
      const longer = await publish('Replaced', lines('replaced', 40));
      await publish('Replaced', lines('replaced', 2));
      expect((await found('replaced')).map(({ ordinal }) => ordinal)).toEqual([0, 1]);
      await stage.ports.stores.documents.remove(actor(), longer.documentId);
      expect(await found('replaced')).toEqual([]);
      expect((await found('neighbour')).map(({ ordinal, vector }) => [ordinal, vector?.[0]])).toEqual(
        [0, 1, 2, 3, 4].map((at) => [at, at]),
      );
    });

    test('terms beyond the budget say how common they are and are read for some blocks only', async () => {
      await publish('Budget', [...lines('plentiful', 6), 'plentiful scarce']);
      const { passages } = stage.ports.stores;
      const { terms } = await passages.lookup(actor(), ['plentiful', 'scarce'], { budget: 1 });
      expect(terms.get('scarce')).toMatchObject({ holding: 1, blocks: [{}] });
      expect(terms.get('plentiful')).toEqual({ holding: 7, blocks: undefined });
      const block = terms.get('scarce')?.blocks?.[0]?.block ?? 0;
      const read = await passages.lookup(actor(), ['plentiful'], { blocks: [block] });
      expect(read.terms.get('plentiful')?.blocks?.[0]?.postings).toHaveLength(7);
      for (const elsewhere of [{ blocks: [block + 1000] }, { documentIds: [crypto.randomUUID()] }]) {
        const { terms: none } = await passages.lookup(actor(), ['plentiful'], elsewhere);
        expect(none.get('plentiful')).toEqual({ holding: 7, blocks: [] });
      }
    });
  });

  describe('a version of an older analysis or model', () => {
    const actor = () => stage.cast.a;
    const newer = 'conformance/2';

    test.each([4, 300])(
      'of %d passages is offered, stays in search while it is done again, and has the newer vectors only',
      async (count) => {
        const word = `reindexed${count}`;
        const { ingestion, reindex, outbox, stores } = stage.ports;
        const texts = lines(word, count);
        await stores.documents.submit(actor(), { title: word, mediaType: 'text/plain', bytes: Buffer.from(texts.join('\n')) });
        const jobs: { job: string; payload: { projectId: string; versionId: string } }[] = [];
        const take = async (entries: readonly { job: string; payload: unknown }[]): Promise<void> =>
          void jobs.push(...(entries as typeof jobs));
        while ((await outbox.relay(100, take)) > 0);
        const { projectId, versionId } = jobs.findLast(({ job }) => job === 'knowledge.ingest')!.payload;
        const claim = (await ingestion.claim(projectId, versionId)) as IngestionClaim;
        await ingestion.publish(claim, ingestedFrom(texts.join('\n')), { analyser: 1, modelId: undefined });

        jobs.length = 0;
        expect(await reindex.offerStale({ analyser: 2, modelId: newer }, 1000)).toBeGreaterThan(0);
        expect(await reindex.offerStale({ analyser: 2, modelId: newer }, 1000)).toBe(0);
        while ((await outbox.relay(100, take)) > 0);
        expect(jobs.filter(({ job, payload }) => job === 'knowledge.reindex' && payload.versionId === versionId).length).toBeGreaterThan(0);
        const task = (await reindex.find(projectId, versionId))!;
        expect(task).toMatchObject({ title: word, passages: count, analyser: 1, modelId: undefined });
        const passages = await reindex.passages(task, 1, 2);
        expect(passages.map((passage) => passage.text)).toEqual(texts.slice(1, 3));

        const search = async (term: string) => {
          const blocks = (await stores.passages.lookup(actor(), [term])).terms.get(term)?.blocks ?? [];
          return blocks.reduce((sum, { postings }) => sum + postings.length, 0);
        };
        for (let from = 0; from < count; from += 128) {
          expect(await reindex.stageVectors(task, newer, segmentOf(texts.slice(from, from + 128), from, 2))).toBe(true);
        }
        expect(await search(word)).toBe(count);
        expect(await reindex.showVectors(task, newer)).toBe(true);
        const renamed = texts.map(() => ({ length: 1, counts: new Map([[`again${count}`, 1]]) }));
        expect(await reindex.replaceTerms(task, renamed, 2)).toBe(true);
        expect([await search(word), await search(`again${count}`)]).toEqual([0, count]);
        expect(await reindex.find(projectId, versionId)).toMatchObject({ analyser: 2, modelId: newer });
        const spans = (await stores.passages.codes(actor(), newer, 0)).spans.filter(({ documentId }) => documentId === task.documentId);
        expect(spans.reduce((sum, span) => sum + span.passages, 0)).toBe(count);
        const located = await stores.passages.locate(actor(), [{ block: spans[0]!.block, slot: spans[0]!.slot }], newer);
        expect(located[0]?.vector?.slice(0, 2)).toEqual(Int8Array.of(located[0]!.ordinal % 100, 2));

        await stores.documents.remove(actor(), task.documentId);
        expect(await reindex.find(projectId, versionId)).toBeUndefined();
        expect(await reindex.replaceTerms(task, renamed, 3)).toBe(false);
        expect(await reindex.stageVectors(task, newer, segmentOf(texts.slice(0, 1), 0))).toBe(false);
        expect(await reindex.showVectors(task, newer)).toBe(false);
      },
    );

    test('with vectors of another length, or some missing, loses them and is offered; what has the right length stays', async () => {
      const { ingestion, reindex, outbox, stores } = stage.ports;
      const unlike = 'unlike/1';
      const publishAs = async (word: string, count: number): Promise<IngestionClaim> => {
        const texts = lines(word, count);
        await stores.documents.submit(actor(), { title: word, mediaType: 'text/plain', bytes: Buffer.from(texts.join('\n')) });
        let claim: IngestionClaim | undefined;
        const take = async (entries: readonly { job: string; payload: unknown }[]): Promise<void> => {
          for (const { job, payload } of entries) {
            const { projectId, versionId } = payload as { projectId: string; versionId: string };
            if (job === 'knowledge.ingest') claim = (await ingestion.claim(projectId, versionId)) ?? claim;
          }
        };
        while ((await outbox.relay(100, take)) > 0);
        for (let from = 0; from < count; from += 128) {
          await ingestion.stageVectors(claim!, unlike, segmentOf(texts.slice(from, from + 128), from), 50);
        }
        expect(await ingestion.publish(claim!, ingestedFrom(texts.join('\n')), { analyser: 1, modelId: unlike })).toBe(true);
        return claim!;
      };
      const short = segmentOf(['short'], 0);
      const right = await publishAs('rightlength', 2);
      const wrong = await publishAs('wronglength', 200);
      const task = (await reindex.find(wrong.projectId, wrong.versionId))!;
      await reindex.stageVectors(task, unlike, { ...short, from: 128, passages: 72, vectors: new Int8Array(72 * 8) });
      const look = async (): Promise<void> => {
        let after: string | undefined;
        do after = await reindex.dropUnlike({ modelId: unlike, dimensions }, { after, limit: 2 });
        while (after !== undefined);
      };
      const modelOf = async ({ projectId, versionId }: IngestionClaim) => (await reindex.find(projectId, versionId))?.modelId;
      await look();
      expect([await modelOf(right), await modelOf(wrong)]).toEqual([unlike, undefined]);
      const place = segmentOf(lines('wronglength', 200).slice(0, 128), 0);
      expect(await reindex.missingVectors(task, unlike, [place])).toHaveLength(1);

      for (const from of [0, 128]) {
        await reindex.stageVectors(task, unlike, segmentOf(lines('wronglength', 200).slice(from, from + 128), from));
      }
      await reindex.showVectors(task, unlike);
      await look();
      expect([await modelOf(right), await modelOf(wrong)]).toEqual([unlike, unlike]);
      for (const { documentId } of [right, wrong]) await stores.documents.remove(actor(), documentId);
    });

    test('is not offered when it is up to date, or for vectors where no model is in use', async () => {
      const { reindex } = stage.ports;
      const versions = async (modelId: string | undefined): Promise<number> => reindex.offerStale({ analyser: 1, modelId }, 1000);
      expect(await versions(undefined)).toBe(0);
    });
  });
}
