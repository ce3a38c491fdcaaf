import { expect, test, vi } from 'vitest';
import type { TestKey } from './testing/app.ts';
import { listeningApp } from './testing/listening.ts';
import type { ListeningApp } from './testing/listening.ts';
import { legacy } from './testing/messages.ts';

const wait = (id: number) => legacy({ id, method: 'tools/call', params: { name: 'wait', arguments: {} } });

function cancelled(app: ListeningApp, key: TestKey, requestId: unknown): Promise<Response> {
  return app.send(key, { message: { body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } } } });
}

test('a client cancels its call', async () => {
  const app = await listeningApp();
  const key = app.newKey();
  const answer = app.send(key, { message: wait(7) });
  await vi.waitFor(() => expect(app.calls.names).toEqual(['wait']));
  expect((await cancelled(app, key, 7)).status).toBe(202);
  await vi.waitFor(() => expect(app.calls.aborted).toEqual(['wait']));
  expect((await answer).status).toBe(200);
});

test('nothing is cancelled by another credential, by another id, or by what is no id', async () => {
  const app = await listeningApp();
  const key = app.newKey();
  const leaving = new AbortController();
  const answer = app.send(key, { message: wait(7), signal: leaving.signal });
  await vi.waitFor(() => expect(app.calls.names).toEqual(['wait']));
  await cancelled(app, app.newKey(), 7);
  for (const id of [8, '7', null, {}]) expect((await cancelled(app, key, id)).status).toBe(202);
  expect(app.calls.aborted).toEqual([]);
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
});

test('nothing is cancelled that might be the call of another client', async () => {
  const app = await listeningApp();
  const key = app.newKey();
  const leaving = new AbortController();
  const answers = [1, 2].map(() => app.send(key, { message: wait(7), signal: leaving.signal }));
  await vi.waitFor(() => expect(app.calls.names).toHaveLength(2));
  await cancelled(app, key, 7);
  expect(app.calls.aborted).toEqual([]);
  leaving.abort();
  await Promise.allSettled(answers);
});
