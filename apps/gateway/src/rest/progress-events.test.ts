import type { Document } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { progressEvents } from './progress-events.ts';

const queued: Document = {
  id: 'd',
  title: 't',
  mediaType: 'text/plain',
  sizeBytes: 1,
  status: 'queued',
  progress: 0,
  error: null,
  warnings: [],
  createdAt: '',
  updatedAt: '',
};

const parsing: Document = { ...queued, status: 'parsing', progress: 10 };
const ready: Document = { ...queued, status: 'ready', progress: 100 };

/** The events of a document that goes through these states, one a look. */
async function told(states: readonly (Document | undefined)[], signal = new AbortController().signal): Promise<string[]> {
  const left = states.slice(1);
  const events: string[] = [];
  for await (const event of progressEvents(states[0] ?? queued, { next: async () => left.shift(), signal, pollMs: 0, quietLooks: 2 }))
    events.push(event);
  return events;
}

const heads = (events: readonly string[]) => events.map((event) => /"status":"(\w+)"/.exec(event)?.[1] ?? event);

describe('progress events', () => {
  it('come once for each change and end with the last', async () => {
    const indexing: Document = { ...queued, status: 'indexing', progress: 60 };
    expect(heads(await told([queued, queued, parsing, parsing, { ...parsing, progress: 20 }, indexing, ready, queued]))).toEqual([
      'queued',
      'parsing',
      'parsing',
      'indexing',
      'ready',
    ]);
  });

  it('tell the stages that came and went between two looks', async () => {
    const indexing: Document = { ...queued, status: 'indexing', progress: 60 };
    const failed: Document = { ...queued, status: 'failed', error: { code: 'no_text', message: 'x' } };
    expect(heads(await told([queued, ready]))).toEqual(['queued', 'parsing', 'indexing', 'ready']);
    expect(heads(await told([queued, indexing, ready]))).toEqual(['queued', 'parsing', 'indexing', 'ready']);
    expect(heads(await told([parsing, queued, ready]))).toEqual(['parsing', 'queued', 'parsing', 'indexing', 'ready']);
    expect(heads(await told([queued, failed]))).toEqual(['queued', 'parsing', 'failed']);
    expect(heads(await told([ready]))).toEqual(['ready']);
    expect((await told([queued, failed]))[1]).not.toContain('error');
  });

  it('keep a quiet connection alive', async () => {
    expect(heads(await told([queued, queued, queued, queued, queued, undefined]))).toEqual([
      'queued',
      ': still here\n\n',
      ': still here\n\n',
    ]);
  });

  it('end when the document is gone', async () => {
    expect(heads(await told([queued, undefined, ready]))).toEqual(['queued']);
  });

  it('end at once when they are told to', async () => {
    expect(heads(await told([queued, parsing], AbortSignal.abort()))).toEqual(['queued']);
  });

  it('are one line of data each', async () => {
    const [event] = await told([{ ...ready, status: 'failed', error: { code: 'no_text', message: 'a\nb' } }]);
    expect(event).toBe(
      'event: progress\ndata: {"document_id":"d","status":"failed","stage":"failed","percent":100,"error":{"code":"no_text","message":"a\\nb"}}\n\n',
    );
  });
});
