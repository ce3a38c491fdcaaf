import { expect, test, vi } from 'vitest';
import { listeningApp } from './testing/listening.ts';
import { legacy, modern } from './testing/messages.ts';

const wait = { method: 'tools/call', params: { name: 'wait', arguments: {} } };

test.for([
  ['the fast lane of 2025', 'both', legacy(wait)],
  ['the fast lane of 2026', 'both', modern(wait)],
  ['the SDK of 2025', 'sdk', legacy(wait)],
  ['the SDK of 2026', 'sdk', modern(wait)],
] as const)('a tool learns that its client went away: %s', async ([, lanes, message]) => {
  const app = await listeningApp({ lanes });
  const leaving = new AbortController();
  const answer = app.send(app.newKey(), { message, signal: leaving.signal });
  await vi.waitFor(() => expect(app.calls.names).toEqual(['wait']));
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(app.calls.aborted).toEqual(['wait']));
  const next = await app.send(app.newKey(), { message: legacy({ method: 'ping' }) });
  expect(await next.json()).toMatchObject({ id: 1, result: {} });
});

test('a tool that is answered for is not told to stop', async () => {
  const app = await listeningApp();
  await app.send(app.newKey(), { message: legacy({ method: 'tools/call', params: { name: 'echo' } }) });
  expect(app.calls.aborted).toEqual([]);
});
