import { hash, randomUUID } from 'node:crypto';
import type { Actor, DocumentStatus, IndexedBy, IngestedDocument, IngestionClaim, LookupOptions, OutboxEntry } from '@cairn/core';
import { unpackPosting } from '@cairn/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Stage } from './suite.ts';

/** One passage a line; terms are its words. */
export function ingestedFrom(text: string): IngestedDocument {
  const passages: IngestedDocument['passages'][number][] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const words = line.split(/\s+/).filter((word) => word !== '');
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    if (words.length > 0) {
      passages.push({ start, end: start + line.length, headings: ['Heading'], text: line, terms: { length: words.length, counts } });
    }
    start += line.length + 1;
  }
  return { text, passages, warnings: [] };
}

/** Found by words alone. */
const lexically: IndexedBy = { analyser: 1, modelId: undefined };

/** What every DocumentRepository, IngestionRepository, PassageIndex and Outbox keep to together. */
export function documentConformance(stage: Stage): void {
  describe('documents', () => {
    const submit = (title: string, text: string, by: Actor = stage.cast.a) =>
      stage.ports.stores.documents.submit(by, { title, mediaType: 'text/plain', bytes: Buffer.from(text) });
    const located = async (term: string, by: Actor = stage.cast.a, options?: LookupOptions) => {
      const { passages } = stage.ports.stores;
      const { terms } = await passages.lookup(by, [term], options);
      const blocks = terms.get(term)?.blocks ?? [];
      const slots = blocks.flatMap(({ block, postings }) =>
        Array.from(postings, (packed) => ({ block, slot: unpackPosting(packed).slot })),
      );
      return passages.locate(by, slots);
    };
    const search = async (term: string, by: Actor = stage.cast.a) => stage.ports.stores.passages.passages(by, await located(term, by));

    async function queued(): Promise<OutboxEntry[]> {
      const entries: OutboxEntry[] = [];
      while ((await stage.ports.outbox.relay(100, async (taken) => void entries.push(...taken))) > 0);
      // Those of memories come by and by, whatever the test does.
      return entries.filter(({ job }) => job !== 'memory.index');
    }
    async function claimAll(): Promise<IngestionClaim[]> {
      const claims: IngestionClaim[] = [];
      for (const entry of await queued()) {
        const { projectId, versionId } = entry.payload as { projectId: string; versionId: string };
        const claim = await stage.ports.ingestion.claim(projectId, versionId);
        if (claim) claims.push(claim);
      }
      return claims;
    }
    async function ingestAll(): Promise<void> {
      for (const claim of await claimAll()) {
        await stage.ports.ingestion.publish(claim, ingestedFrom(Buffer.from(claim.bytes).toString()), lexically);
      }
    }

    beforeAll(() => ingestAll());

    test('a document goes onto the version that it is meant for, and onto no other one', async () => {
      const { documents } = stage.ports.stores;
      const file = (text: string) => ({ title: 'Onto', mediaType: 'text/plain', bytes: Buffer.from(text) }) as const;
      const newest = () => documents.newest(stage.cast.a, { title: 'Onto' });
      expect([await newest(), await documents.submitOnto(stage.cast.a, file('heron'), randomUUID())]).toEqual([undefined, 'changed']);
      expect(await newest()).toBeUndefined();
      const made = await documents.submitOnto(stage.cast.a, file('heron'), null);
      expect(made).toMatchObject({ created: true });
      expect(await documents.submitOnto(stage.cast.a, file('stork'), null)).toBe('changed');
      const first = (await newest())!;
      expect(first).toMatchObject({ title: 'Onto', mediaType: 'text/plain', sizeBytes: 5 });
      expect(await documents.newest(stage.cast.a, { id: first.documentId })).toEqual(first);
      expect(await documents.originalHash(stage.cast.a, first)).toBe(hash('sha256', 'heron', 'hex'));
      const raced = await Promise.all(['stork', 'egret'].map((text) => documents.submitOnto(stage.cast.a, file(text), first.version)));
      expect(raced.filter((one) => one === 'changed')).toHaveLength(1);
      expect((await newest())?.version).not.toBe(first.version);
      expect(await documents.originalHash(stage.cast.a, first)).toBeUndefined();
      await documents.remove(stage.cast.a, first.documentId);
      await queued();
    });

    test('the hash of a great original is that of all of its parts', async () => {
      const bytes = Buffer.alloc(9_000_001, 'plover ');
      const { documents } = stage.ports.stores;
      const { document } = await documents.submit(stage.cast.a, { title: 'Great', mediaType: 'text/plain', bytes });
      const newest = (await documents.newest(stage.cast.a, { id: document.id }))!;
      expect(await documents.originalHash(stage.cast.a, newest)).toBe(hash('sha256', bytes, 'hex'));
      await documents.remove(stage.cast.a, document.id);
      await queued();
    });

    test('a submitted document is queued, with its job in the outbox, and ready once it is published', async () => {
      const { document, created } = await submit('Life', 'badger one\nbadger two');
      expect(created).toBe(true);
      expect(document).toMatchObject({ title: 'Life', mediaType: 'text/plain', sizeBytes: 21, status: 'queued', progress: 0, error: null });
      expect(await stage.ports.stores.documents.content(stage.cast.a, document.id, { offset: 0 })).toBe('not_ready');
      const [entry] = await queued();
      expect(entry).toMatchObject({ projectId: stage.cast.projectA, job: 'knowledge.ingest' });
      const { projectId, versionId } = entry!.payload as { projectId: string; versionId: string };
      const claim = (await stage.ports.ingestion.claim(projectId, versionId)) as IngestionClaim;
      expect(claim).toMatchObject({ documentId: document.id, title: 'Life', mediaType: 'text/plain', attempt: 1 });
      expect(Buffer.from(claim.bytes).toString()).toBe('badger one\nbadger two');
      expect(await stage.ports.ingestion.progress(claim, 'parsing', 20)).toBe(true);
      expect(await stage.ports.stores.documents.get(stage.cast.a, document.id)).toMatchObject({ status: 'parsing', progress: 20 });
      expect(await search('badger')).toEqual([]);
      expect(await stage.ports.ingestion.publish(claim, ingestedFrom('badger one\nbadger two'), lexically)).toBe(true);
      expect(await stage.ports.stores.documents.get(stage.cast.a, document.id)).toMatchObject({ status: 'ready', progress: 100 });
      expect((await search('badger')).map((passage) => [passage.title, passage.text, passage.start, passage.end])).toEqual([
        ['Life', 'badger one', 0, 10],
        ['Life', 'badger two', 11, 21],
      ]);
    });

    test('what was to be said of a document when it was submitted stays in front of what ingestion says', async () => {
      const { document } = await stage.ports.stores.documents.submit(stage.cast.a, {
        title: 'Warned',
        mediaType: 'text/plain',
        bytes: Buffer.from('dingo'),
        warnings: ['It was sent as something else.'],
      });
      expect(document.warnings).toEqual(['It was sent as something else.']);
      const [claim] = await claimAll();
      const ingested = { ...ingestedFrom('dingo'), warnings: ['A "part", {left} out.', 'Another.'] };
      await stage.ports.ingestion.publish(claim as IngestionClaim, ingested, lexically);
      expect((await stage.ports.stores.documents.get(stage.cast.a, document.id))?.warnings).toEqual([
        'It was sent as something else.',
        'A "part", {left} out.',
        'Another.',
      ]);
    });

    test('the same bytes under the same title are the same document, queued once', async () => {
      const first = await submit('Same', 'same bytes');
      const second = await submit('Same', 'same bytes');
      expect(second).toEqual({ document: first.document, created: false });
      expect(await queued()).toHaveLength(1);
    });

    test('two uploads of one title at once make one document', async () => {
      const answers = await Promise.all([submit('Raced', 'racing'), submit('Raced', 'racing')]);
      expect(new Set(answers.map((answer) => answer.document.id)).size).toBe(1);
      expect(answers.filter((answer) => answer.created)).toHaveLength(1);
    });

    test('new bytes replace the old in search the moment they are ready, not before', async () => {
      const { document } = await submit('Versions', 'walrus first');
      await ingestAll();
      await submit('Versions', 'walrus second penguin');
      expect((await search('walrus')).map((passage) => passage.text)).toEqual(['walrus first']);
      await ingestAll();
      expect((await search('walrus')).map((passage) => passage.text)).toEqual(['walrus second penguin']);
      expect(await search('first')).toEqual([]);
      expect(await stage.ports.stores.documents.content(stage.cast.a, document.id, { offset: 0 })).toMatchObject({
        content: 'walrus second penguin',
      });
    });

    test('statistics count the live passages only', async () => {
      const stats = async () => (await stage.ports.stores.passages.lookup(stage.cast.a, ['x'])).stats;
      const before = await stats();
      const { document } = await submit('Counted', 'one two\nthree');
      await ingestAll();
      expect(await stats()).toEqual({ passages: before.passages + 2, terms: before.terms + 3 });
      await submit('Counted', 'one');
      await ingestAll();
      expect(await stats()).toEqual({ passages: before.passages + 1, terms: before.terms + 1 });
      await stage.ports.stores.documents.remove(stage.cast.a, document.id);
      expect(await stats()).toEqual(before);
    });

    test('a later claim makes every write of an earlier one fail', async () => {
      await submit('Fenced', 'fenced text');
      const [early] = await claimAll();
      const late = (await stage.ports.ingestion.claim(early!.projectId, early!.versionId)) as IngestionClaim;
      expect(late.attempt).toBe(2);
      expect(await stage.ports.ingestion.publish(early!, ingestedFrom('fenced text'), lexically)).toBe(false);
      expect(await stage.ports.ingestion.fail(early!, { code: 'x', message: 'x' })).toBe(false);
      expect(await stage.ports.ingestion.publish(late, ingestedFrom('fenced text'), lexically)).toBe(true);
      expect(await stage.ports.ingestion.claim(early!.projectId, early!.versionId)).toBeUndefined();
      expect(await search('fenced')).toHaveLength(1);
    });

    test('a long document shows nothing until all of it is there, and a claim lost on the way leaves nothing twice', async () => {
      const text = Array.from({ length: 3500 }, (_, line) => `longword line${line}`).join('\n');
      const { document } = await submit('Long and raced', text);
      const [early] = await claimAll();
      const publishing = stage.ports.ingestion.publish(early!, ingestedFrom(text), lexically);
      const late = await stage.ports.ingestion.claim(early!.projectId, early!.versionId);
      expect(await search('longword')).toEqual([]);
      expect(await publishing).toBe(false);
      expect(await search('longword')).toEqual([]);
      expect(await stage.ports.ingestion.publish(late!, ingestedFrom(text), lexically)).toBe(true);
      expect(await search('longword')).toHaveLength(3500);
      expect((await search('line3499')).map((passage) => passage.text)).toEqual(['longword line3499']);
      await stage.ports.stores.documents.remove(stage.cast.a, document.id);
      expect(await search('longword')).toEqual([]);
    });

    test('a document deleted during its ingestion leaves nothing behind', async () => {
      const { document } = await submit('Deleted early', 'ghost');
      const [claim] = await claimAll();
      expect(await stage.ports.stores.documents.remove(stage.cast.a, document.id)).toBe(true);
      expect(await stage.ports.ingestion.publish(claim!, ingestedFrom('ghost'), lexically)).toBe(false);
      expect(await search('ghost')).toEqual([]);
      expect(await stage.ports.stores.documents.get(stage.cast.a, document.id)).toBeUndefined();
      expect(await stage.ports.stores.documents.remove(stage.cast.a, document.id)).toBe(false);
    });

    test('a deleted document is gone from search, reading and the list at once', async () => {
      const { document } = await submit('Deleted', 'vanishing');
      await ingestAll();
      const [passage] = await search('vanishing');
      await stage.ports.stores.documents.remove(stage.cast.a, document.id);
      expect(await search('vanishing')).toEqual([]);
      expect(await stage.ports.stores.passages.passages(stage.cast.a, [passage!])).toEqual([]);
      expect(await stage.ports.stores.documents.content(stage.cast.a, document.id, { offset: 0 })).toBe('not_found');
      expect(await stage.ports.stores.documents.original(stage.cast.a, document.id)).toBeUndefined();
    });

    test('a failed document says why, and a retry queues it again', async () => {
      const { document } = await submit('Failing', 'poison');
      const [claim] = await claimAll();
      expect(await stage.ports.ingestion.fail(claim!, { code: 'no_text', message: 'It holds no text.' })).toBe(true);
      expect(await stage.ports.stores.documents.get(stage.cast.a, document.id)).toMatchObject({
        status: 'failed',
        error: { code: 'no_text', message: 'It holds no text.' },
      });
      expect(await stage.ports.stores.documents.retry(stage.cast.a, document.id)).toMatchObject({ status: 'queued', error: null });
      await ingestAll();
      expect(await stage.ports.stores.documents.retry(stage.cast.a, document.id)).toBe('not_failed');
      expect(await stage.ports.stores.documents.retry(stage.cast.a, randomUUID())).toBe('not_found');
    });

    test('a document is read anew from its original, and what is there stays until then', async () => {
      const { documents } = stage.ports.stores;
      const { document } = await submit('Anew', 'reread words');
      await ingestAll();
      expect(await documents.reindex(stage.cast.a, document.id)).toMatchObject({ id: document.id, status: 'queued' });
      expect(await documents.reindex(stage.cast.a, document.id)).toMatchObject({ status: 'queued' });
      expect((await search('reread')).map((passage) => passage.text)).toEqual(['reread words']);
      const claims = await claimAll();
      expect(claims.map((claim) => Buffer.from(claim.bytes).toString())).toEqual(['reread words']);
      for (const claim of claims) await stage.ports.ingestion.publish(claim, ingestedFrom('reread otherwise'), lexically);
      expect((await search('reread')).map((passage) => passage.text)).toEqual(['reread otherwise']);
      const [failing] = (await documents.reindex(stage.cast.a, document.id), await claimAll());
      await stage.ports.ingestion.fail(failing!, { code: 'no_text', message: 'It holds no text.' });
      expect(await documents.reindex(stage.cast.a, document.id)).toMatchObject({ status: 'queued', error: null });
      expect(await documents.reindex(stage.cast.b, document.id)).toBe('not_found');
      await ingestAll();
    });

    test('a walk may keep to one status', async () => {
      const { document } = await submit('Filtered', 'filtered');
      const titles = async (status: DocumentStatus): Promise<string[]> =>
        (await stage.ports.stores.documents.walk(stage.cast.a, { limit: 200, status })).map(({ title }) => title);
      expect(await titles('queued')).toContain('Filtered');
      expect(await titles('ready')).not.toContain('Filtered');
      await ingestAll();
      expect([(await titles('queued')).includes('Filtered'), (await titles('ready')).includes('Filtered')]).toEqual([false, true]);
      await stage.ports.stores.documents.remove(stage.cast.a, document.id);
    });

    test('a released claim is queued and can be taken again', async () => {
      const { document } = await submit('Released', 'released');
      const [claim] = await claimAll();
      await stage.ports.ingestion.release(claim!);
      expect(await stage.ports.stores.documents.get(stage.cast.a, document.id)).toMatchObject({ status: 'queued' });
      expect(await stage.ports.ingestion.claim(claim!.projectId, claim!.versionId)).toMatchObject({ attempt: 2 });
    });

    test('a released claim may tell why the document waits, until it is done', async () => {
      const { document } = await submit('Waiting', 'waiting');
      const shown = () => stage.ports.stores.documents.get(stage.cast.a, document.id);
      const [claim] = await claimAll();
      await stage.ports.ingestion.release(claim!, { code: 'embedding_unavailable', message: 'The model is away.' });
      expect(await shown()).toMatchObject({ status: 'queued', error: null, warnings: ['The model is away.'] });
      const again = (await stage.ports.ingestion.claim(claim!.projectId, claim!.versionId))!;
      await stage.ports.ingestion.progress(again, 'parsing', 5);
      expect(await shown()).toMatchObject({ status: 'parsing', error: null, warnings: ['The model is away.'] });
      await stage.ports.ingestion.publish(again, ingestedFrom('waiting'), { analyser: 1, modelId: undefined });
      expect(await shown()).toMatchObject({ status: 'ready', error: null, warnings: [] });
    });

    test('an original of several megabytes comes back byte for byte', async () => {
      const bytes = Buffer.alloc(3_500_000, 'räksmörgås ');
      const { document } = await stage.ports.stores.documents.submit(stage.cast.a, { title: 'Big', mediaType: 'text/plain', bytes });
      const original = await stage.ports.stores.documents.original(stage.cast.a, document.id);
      expect(Buffer.from(original!.bytes).equals(bytes)).toBe(true);
    });

    test('slices of a long text join to the whole and never cut a surrogate pair', async () => {
      const text = `${'a'.repeat(65_535)}😀${'b'.repeat(70_000)}😀`;
      const { document } = await submit('Long', text);
      await ingestAll();
      const slices: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const slice = await stage.ports.stores.documents.content(stage.cast.a, document.id, { offset, maxCharacters: 9_999 });
        if (typeof slice === 'string') throw new Error(slice);
        expect(slice.content.isWellFormed()).toBe(true);
        expect(slice.totalCharacters).toBe(text.length);
        slices.push(slice.content);
        offset = slice.nextOffset;
      }
      expect(slices.join('') === text).toBe(true);
      const cut = await stage.ports.stores.documents.content(stage.cast.a, document.id, { offset: 65_530, maxCharacters: 6 });
      expect(cut).toMatchObject({ content: 'aaaaa😀', nextOffset: 65_537 });
      const past = await stage.ports.stores.documents.content(stage.cast.a, document.id, { offset: 10_000_000 });
      expect(past).toMatchObject({ content: '', nextOffset: null });
    });

    test('another project finds and reads nothing of it', async () => {
      const { document } = await submit('Secret', 'secretword');
      await ingestAll();
      const { documents, passages } = stage.ports.stores;
      const refs = await located('secretword');
      expect(refs).toHaveLength(1);
      expect(await search('secretword', stage.cast.b)).toEqual([]);
      expect(await passages.passages(stage.cast.b, refs)).toEqual([]);
      expect(await documents.get(stage.cast.b, document.id)).toBeUndefined();
      expect(await documents.content(stage.cast.b, document.id, { offset: 0 })).toBe('not_found');
      expect(await documents.original(stage.cast.b, document.id)).toBeUndefined();
      expect(await documents.remove(stage.cast.b, document.id)).toBe(false);
      expect((await documents.page(stage.cast.b, { limit: 10, offset: 0 })).total).toBe(0);
    });

    test('a filter on documents narrows the lookup', async () => {
      const one = await submit('Filter one', 'shared word');
      await submit('Filter two', 'shared word');
      await ingestAll();
      const narrowed = await located('shared', stage.cast.a, { documentIds: [one.document.id] });
      expect(narrowed.map(({ documentId }) => documentId)).toEqual([one.document.id]);
    });

    test('an entry whose dispatch fails stays in the outbox', async () => {
      await submit('Stubborn', 'stubborn');
      await expect(stage.ports.outbox.relay(10, () => Promise.reject(new Error('queue down')))).rejects.toThrow('queue down');
      expect(await queued()).toHaveLength(1);
      expect(await queued()).toHaveLength(0);
    });

    test('work that the queue lost is put into the outbox again', async () => {
      await ingestAll();
      await submit('Lost', 'lost');
      expect(await queued()).toHaveLength(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await stage.ports.outbox.requeueStranded(0)).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await stage.ports.outbox.requeueStranded(0)).toBe(0);
      const jobs = await queued();
      expect(new Set(jobs.map((entry) => entry.id)).size).toBe(jobs.length);
      expect(jobs.map((entry) => entry.job)).toContain('knowledge.ingest');
      for (const { payload } of jobs) {
        const { projectId, versionId } = payload as { projectId: string; versionId: string };
        const claim = await stage.ports.ingestion.claim(projectId, versionId);
        if (claim) await stage.ports.ingestion.publish(claim, ingestedFrom('lost'), lexically);
      }
      expect(await stage.ports.outbox.requeueStranded(0)).toBe(0);
    });

    test('what was carried and is not begun is known, and nothing else', async () => {
      await ingestAll();
      const carried = (seconds = 0, limit = 1000): Promise<readonly OutboxEntry[]> => stage.ports.outbox.carried(seconds, limit);
      const before = new Set((await carried()).map(({ id }) => id));
      const known = async (): Promise<readonly OutboxEntry[]> => (await carried()).filter(({ id }) => !before.has(id));
      await submit('Carried', 'carried');
      expect(await known()).toEqual([]);
      const [entry] = await queued();
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { id, projectId } = entry ?? { id: '', projectId: '' };
      expect(await known()).toEqual([{ id, projectId, job: 'knowledge.ingest', payload: { projectId, versionId: id } }]);
      expect(await carried(600)).toEqual([]);
      expect(await carried(0, 0)).toEqual([]);
      const claim = await stage.ports.ingestion.claim(projectId, id);
      expect(await known()).toEqual([]);
      if (claim) await stage.ports.ingestion.publish(claim, ingestedFrom('carried'), lexically);
      expect(await known()).toEqual([]);
    });

    test('a new entry wakes the relay', async () => {
      let wakes = 0;
      const end = await stage.ports.outbox.onEntry(() => void wakes++);
      const before = wakes;
      await submit(`Waking ${randomUUID()}`, 'waking');
      await expect.poll(() => wakes).toBeGreaterThan(before);
      await end();
      await ingestAll();
    });
  });
}
