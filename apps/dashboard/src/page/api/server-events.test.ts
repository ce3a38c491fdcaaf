import { expect, test } from 'vitest';
import { serverEvents } from './server-events.ts';

const text = 'id: 1\nevent: step.succeeded\ndata: {"a":"é"}\n\n: still here\n\ndata: plain\n\ndata: half';
const events = [
  { type: 'step.succeeded', data: '{"a":"é"}' },
  { type: 'message', data: 'plain' },
];

test.each([1, 2, 7, 1_000])('events are read from pieces of %i bytes, comments and half an event left out', async (size) => {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const seen = [];
  for await (const event of serverEvents(body)) seen.push(event);
  expect(seen).toEqual(events);
});
