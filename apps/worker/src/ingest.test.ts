import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CairnError } from '@cairn/core';
import type { IngestedDocument } from '@cairn/core';
import { DocumentFault } from '@cairn/documents';
import type { DocumentParser } from '@cairn/documents';
import { AttemptAborted } from '@cairn/queue';
import type { AbortReason, JobContext } from '@cairn/queue';
import type { WorkerEmbedder } from './embed-passages.ts';
import { createIngestHandler } from './ingest.ts';
import { MemoryIngestion } from './testing/memory-ingestion.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const open = new AbortController().signal;
const first: JobContext = { signal: open, goesOn: () => undefined, attempt: 1, lastAttempt: false, jobId: 'j' };
const last: JobContext = { ...first, attempt: 6, lastAttempt: true };

const passage = { start: 0, end: 4, headings: [], text: 'text', terms: { length: 1, counts: new Map([['text', 1]]) } };
const document: IngestedDocument = { text: 'text', passages: [passage], warnings: [] };

type Parse = DocumentParser['parse'];

function handlerOver(ingestion: MemoryIngestion, parse: Parse = async () => document, embedder?: WorkerEmbedder) {
  const handle = createIngestHandler({ ingestion, parser: { parse }, embedder, log: quiet });
  return (context: JobContext = first) => handle({ projectId: ingestion.projectId, versionId: ingestion.versionId }, context);
}

test('a document that can be read becomes ready', async () => {
  const ingestion = new MemoryIngestion();
  await handlerOver(ingestion)();
  expect(ingestion).toMatchObject({ status: 'ready', passages: 1, holder: undefined });
});

test('a version that is finished or gone is nothing to do', async () => {
  for (const status of ['ready', 'failed', 'deleted'] as const) {
    const ingestion = new MemoryIngestion();
    ingestion.status = status;
    await handlerOver(ingestion, () => Promise.reject(new Error('not to be read')))();
    expect(ingestion.status).toBe(status);
  }
});

test('a fault of the document fails it with its sentence and asks for no retry', async () => {
  const ingestion = new MemoryIngestion();
  await handlerOver(ingestion, () => Promise.reject(new DocumentFault('no_text')))();
  expect(ingestion.status).toBe('failed');
  expect(ingestion.error).toEqual({ code: 'no_text', message: new DocumentFault('no_text').message });
});

test('a fault of the server gives the claim back and asks for another attempt', async () => {
  const ingestion = new MemoryIngestion();
  const fault = new Error('connection lost');
  await expect(handlerOver(ingestion, () => Promise.reject(fault))()).rejects.toBe(fault);
  expect(ingestion).toMatchObject({ status: 'queued', holder: undefined });
});

test('after the last attempt a fault of the server fails the document, and says that it is not the document', async () => {
  const ingestion = new MemoryIngestion();
  const fault = new Error('SECRET');
  await expect(handlerOver(ingestion, () => Promise.reject(fault))(last)).rejects.toBe(fault);
  expect(ingestion).toMatchObject({ status: 'failed', error: { code: 'server_fault' } });
  expect(ingestion.error?.message).toContain('Nothing is wrong with the document');
  expect(ingestion.error?.message).not.toContain('SECRET');
});

const reading: Parse = (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test('a fault that no retry mends fails the document at once', async () => {
  const ingestion = new MemoryIngestion();
  const fault = new CairnError('INTERNAL');
  await expect(handlerOver(ingestion, () => Promise.reject(fault))()).rejects.toBe(fault);
  expect(ingestion).toMatchObject({ status: 'failed', error: { code: 'server_fault' } });
});

describe('an attempt that is aborted while the document is read', () => {
  const cases: readonly (readonly [AbortReason, JobContext, string])[] = [
    ['timeout', first, 'queued'],
    ['timeout', last, 'failed'],
    ['shutdown', first, 'queued'],
    ['shutdown', last, 'queued'],
    ['lost', last, 'queued'],
  ];
  test.for(cases)('for %s leaves the right state at once', async ([reason, context, status]) => {
    const ingestion = new MemoryIngestion();
    const stop = new AbortController();
    const running = handlerOver(ingestion, reading)({ ...context, signal: stop.signal });
    setTimeout(() => stop.abort(new AttemptAborted(reason)), 10);
    await expect(running).rejects.toMatchObject({ reason });
    expect(ingestion).toMatchObject({ status, holder: undefined });
  });
});

const losses = [
  ['claim', 'stolen'],
  ['claim', 'deleted'],
  ['progress', 'stolen'],
  ['progress', 'deleted'],
  ['parse', 'stolen'],
  ['parse', 'deleted'],
] as const;

test.for(losses)('after %s, whoever finds the version %s ends in silence and changes nothing', async ([step, loss]) => {
  const ingestion = new MemoryIngestion();
  const happens = (): void => {
    if (loss === 'deleted') ingestion.status = 'deleted';
    else ingestion.steal();
  };
  if (step !== 'parse') ingestion.next = { after: step, happens };
  await handlerOver(ingestion, async () => {
    if (step === 'parse') happens();
    return document;
  })();
  expect(ingestion.passages).toBe(0);
  expect(ingestion.status === 'deleted' || ingestion.holder !== undefined).toBe(true);
});

test('a version whose workers keep dying is given up with a sentence', async () => {
  const ingestion = new MemoryIngestion();
  ingestion.attempts = 12;
  await handlerOver(ingestion, () => Promise.reject(new Error('not to be read')))();
  expect(ingestion).toMatchObject({ status: 'failed', error: { code: 'interrupted' } });
});

test('whatever fails in whichever step, the attempts end with the version ready once, or failed, or to be offered again', async () => {
  const faults = array(constantFrom('claim', 'progress', 'publish', 'release', 'fail', undefined), { minLength: 6, maxLength: 6 });
  await assert(
    asyncProperty(faults, async (broken) => {
      const ingestion = new MemoryIngestion();
      const handle = handlerOver(ingestion);
      for (const [index, step] of broken.entries()) {
        ingestion.broken = step;
        const context = index === broken.length - 1 ? last : first;
        const done = await handle(context).then(
          () => true,
          () => false,
        );
        if (done) break;
      }
      // What an outage has left is offered again, and ends then.
      ingestion.broken = undefined;
      await handle();
      expect(ingestion.status === 'ready' || ingestion.status === 'failed').toBe(true);
      expect(ingestion.passages).toBe(ingestion.status === 'ready' ? 1 : 0);
    }),
  );
});

describe('with an embedding model', () => {
  /** Passages enough for three segments. */
  const long: IngestedDocument = {
    text: 'text',
    passages: Array.from({ length: 300 }, (_, at) => ({ ...passage, text: `passage ${at}` })),
    warnings: [],
  };

  /** Gives each text a vector; each call may be made to fail. */
  class TestEmbedder implements WorkerEmbedder {
    readonly modelId = 'test';
    state: string | undefined;
    readonly embedded: number[] = [];
    failAt = Number.POSITIVE_INFINITY;

    embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
      if (this.embedded.length >= this.failAt) return Promise.reject(new CairnError('MODEL_UNAVAILABLE'));
      this.embedded.push(texts.length);
      return Promise.resolve(texts.map((text) => Float32Array.of(text.length, 1)));
    }
  }

  test('a document is ready when every passage has a vector, and its progress is told on the way', async () => {
    const ingestion = new MemoryIngestion();
    const embedder = new TestEmbedder();
    let went = 0;
    await handlerOver(ingestion, async () => long, embedder)({ ...first, goesOn: () => void (went += 1) });
    expect(ingestion).toMatchObject({ status: 'ready', passages: 300, percent: 95 });
    expect(embedder.embedded).toEqual([128, 128, 44]);
    expect(went).toBeGreaterThanOrEqual(3);
  });

  test('a model that is away is tried again, and what was embedded is not embedded again', async () => {
    const ingestion = new MemoryIngestion();
    const embedder = new TestEmbedder();
    embedder.failAt = 2;
    const run = handlerOver(ingestion, async () => long, embedder);
    await expect(run()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(ingestion).toMatchObject({ status: 'queued', holder: undefined, waiting: { code: 'embedding_unavailable' } });
    embedder.failAt = Number.POSITIVE_INFINITY;
    await run();
    expect(ingestion.status).toBe('ready');
    expect(embedder.embedded).toEqual([128, 128, 44]);
  });

  test('after the last attempt the document failed for want of the model, and says so', async () => {
    const ingestion = new MemoryIngestion();
    const embedder = new TestEmbedder();
    embedder.failAt = 0;
    await expect(handlerOver(ingestion, async () => document, embedder)(last)).rejects.toThrow();
    expect(ingestion).toMatchObject({ status: 'failed', passages: 0, error: { code: 'embedding_unavailable' } });
  });

  test('a model that never runs on this machine is done without', async () => {
    const ingestion = new MemoryIngestion();
    const embedder = new TestEmbedder();
    embedder.failAt = 0;
    embedder.state = 'unable';
    await handlerOver(ingestion, async () => document, embedder)();
    expect(ingestion).toMatchObject({ status: 'ready', passages: 1 });
  });

  test.for(['stolen', 'deleted'] as const)('a version that is %s while it is embedded ends the attempt in silence', async (loss) => {
    const ingestion = new MemoryIngestion();
    const embedder = new TestEmbedder();
    const happens = (): void => {
      if (loss === 'deleted') ingestion.status = 'deleted';
      else ingestion.steal();
    };
    ingestion.next = { after: 'stageVectors', happens };
    await handlerOver(ingestion, async () => long, embedder)();
    expect(embedder.embedded).toEqual([128, 128]);
    expect(ingestion.passages).toBe(0);
  });

  test('too few vectors are no vectors', async () => {
    const ingestion = new MemoryIngestion();
    const embedder: WorkerEmbedder = { modelId: 'test', embed: () => Promise.resolve([]) };
    await expect(handlerOver(ingestion, async () => document, embedder)()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(ingestion.passages).toBe(0);
  });
});
