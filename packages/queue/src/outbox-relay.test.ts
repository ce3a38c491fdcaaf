import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { CairnError } from '@cairn/core';
import type { OutboxEntry } from '@cairn/core';
import type { RefusedEntry } from './job-queue.ts';
import { createOutboxRelay } from './outbox-relay.ts';
import type { OutboxRelay, OutboxRelayOptions } from './outbox-relay.ts';
import { testEntry } from './testing/catalog.ts';
import { createKeptLog } from './testing/log.ts';
import { MemoryOutbox } from './testing/memory-outbox.ts';

const opened: OutboxRelay[] = [];
afterEach(() => Promise.all(opened.splice(0).map((relay) => relay.close())));

type Enqueue = (entries: readonly OutboxEntry[]) => Promise<readonly RefusedEntry[]>;

const answers = async (): Promise<void> => undefined;

const holdsAll = async (): Promise<readonly string[]> => [];

function start(enqueue: Enqueue, more: Partial<OutboxRelayOptions> = {}) {
  const outbox = new MemoryOutbox();
  const log = createKeptLog();
  const relay = createOutboxRelay({ outbox, queue: { enqueue, missing: holdsAll, probe: answers }, log, everyMs: 20, ...more });
  opened.push(relay);
  relay.start();
  return { outbox, log, relay };
}

test('entries are carried in batches until none waits', async () => {
  const batches: number[] = [];
  const { outbox } = start(async (entries) => (batches.push(entries.length), []), { batch: 10 });
  outbox.add(...Array.from({ length: 25 }, () => testEntry()));
  await vi.waitFor(() => expect(outbox.waiting).toBe(0));
  expect(batches).toEqual([10, 10, 5]);
});

test('a commit calls the relay long before its timer', async () => {
  const enqueue = vi.fn<Enqueue>(async () => []);
  const { outbox } = start(enqueue, { everyMs: 60_000 });
  await vi.waitFor(() => expect(outbox.listeners).toBe(1));
  await sleep(20);
  outbox.add(testEntry());
  await vi.waitFor(() => expect(enqueue).toHaveBeenCalledTimes(1), 500);
});

test('a call that comes while a batch is carried is not lost', async () => {
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  const { outbox } = start(
    async () => {
      calls += 1;
      if (calls === 1) await gate.promise;
      return [];
    },
    { everyMs: 60_000 },
  );
  await vi.waitFor(() => expect(outbox.listeners).toBe(1));
  outbox.add(testEntry());
  await vi.waitFor(() => expect(calls).toBe(1));
  outbox.add(testEntry());
  gate.resolve();
  await vi.waitFor(() => expect(calls).toBe(2), 500);
});

test('while the queue is down entries stay, the relay asks ever less often whoever calls, and tells it once', async () => {
  let down = true;
  const answer = async (): Promise<never[]> => (down ? Promise.reject(new CairnError('STORE_UNAVAILABLE')) : []);
  const enqueue = vi.fn<Enqueue>(answer);
  const probe = vi.fn<() => Promise<void>>(async () => void (await answer()));
  const { outbox, log, relay } = start(enqueue, { queue: { enqueue, missing: holdsAll, probe } });
  outbox.add(testEntry());
  for (let i = 0; i < 40; i += 1) {
    relay.wake();
    await sleep(10);
  }
  expect(enqueue).toHaveBeenCalledTimes(1);
  expect(probe.mock.calls.length).toBeLessThan(7);
  expect(outbox.waiting).toBe(1);
  expect(log.at('warn')).toHaveLength(1);
  down = false;
  await vi.waitFor(() => expect(outbox.waiting).toBe(0), 5000);
  expect(log.at('info').map((line) => line.message)).toEqual(['outbox relay: works again']);
});

test('an entry that the queue refuses is told and does not hold up the rest', async () => {
  const carried: string[] = [];
  const bad = testEntry('seven');
  const { outbox, log } = start(async (entries) => {
    carried.push(...entries.map(({ id }) => id));
    return [{ id: bad.id, job: bad.job, reason: 'invalid_payload' }];
  });
  const good = testEntry();
  outbox.add(bad, good);
  await vi.waitFor(() => expect(outbox.waiting).toBe(0));
  expect(carried).toContain(good.id);
  expect(log.at('error')).toEqual([expect.objectContaining({ fields: { jobId: bad.id, job: bad.job, reason: 'invalid_payload' } })]);
});

test('work that was carried and never done is offered again', async () => {
  const offers = new Map<string, number>();
  const { outbox, log } = start(
    async (entries) => {
      for (const { id } of entries) offers.set(id, (offers.get(id) ?? 0) + 1);
      return [];
    },
    { strandedEveryMs: 20, strandedAfterSeconds: 0.05 },
  );
  const [done, lost] = [testEntry(), testEntry()];
  outbox.add(done, lost);
  outbox.done(done.id);
  await vi.waitFor(() => expect(offers.get(lost.id)).toBeGreaterThan(2));
  expect(offers.get(done.id)).toBeUndefined();
  expect(log.at('info')[0]).toMatchObject({ fields: { found: 1 } });
});

test('what the queue holds no more is offered again long before the search, and what it holds is not', async () => {
  const offers = new Map<string, number>();
  const lost = new Set<string>();
  const outbox = new MemoryOutbox();
  const queue = {
    enqueue: async (entries: readonly OutboxEntry[]) => {
      for (const { id } of entries) {
        offers.set(id, (offers.get(id) ?? 0) + 1);
        lost.delete(id);
      }
      return [];
    },
    missing: async (entries: readonly OutboxEntry[]) => entries.map(({ id }) => id).filter((id) => lost.has(id)),
    probe: answers,
  };
  const relay = createOutboxRelay({ outbox, queue, log: createKeptLog(), everyMs: 20, lossEveryMs: 20, strandedAfterSeconds: 600 });
  opened.push(relay);
  const entry = testEntry();
  outbox.add(entry);
  relay.start();
  // Old enough to be looked for.
  await sleep(2500);
  expect(offers.get(entry.id)).toBe(1);
  lost.add(entry.id);
  await vi.waitFor(() => expect(offers.get(entry.id)).toBe(2), 30_000);
}, 60_000);

test('without notifications the timer does', async () => {
  const outbox = new MemoryOutbox();
  outbox.onEntry = () => Promise.reject(new Error('no listening here'));
  const log = createKeptLog();
  const relay = createOutboxRelay({ outbox, queue: { enqueue: async () => [], missing: holdsAll, probe: answers }, log, everyMs: 10 });
  opened.push(relay);
  relay.start();
  outbox.add(testEntry());
  await vi.waitFor(() => expect(outbox.waiting).toBe(0));
  await sleep(50);
  expect(log.at('warn')).toHaveLength(1);
});

test('closing finishes the batch in hand, ends the notifications and takes nothing more', async () => {
  const gate = Promise.withResolvers<void>();
  const { outbox, relay } = start(async () => (await gate.promise, []));
  outbox.add(testEntry());
  await vi.waitFor(() => expect(outbox.waiting).toBe(0));
  const closed = relay.close();
  gate.resolve();
  await closed;
  expect(outbox.listeners).toBe(0);
  outbox.add(testEntry());
  relay.wake();
  await sleep(60);
  expect(outbox.waiting).toBe(1);
});

test('several relays carry every entry, each exactly once', async () => {
  const outbox = new MemoryOutbox();
  const carried: string[] = [];
  const log = createKeptLog();
  const enqueue: Enqueue = async (entries) => {
    await sleep(Math.random() * 5);
    carried.push(...entries.map(({ id }) => id));
    return [];
  };
  for (let i = 0; i < 3; i += 1)
    opened.push(createOutboxRelay({ outbox, queue: { enqueue, missing: holdsAll, probe: answers }, log, batch: 7, everyMs: 10 }));
  for (const relay of opened) relay.start();
  const entries = Array.from({ length: 100 }, () => testEntry());
  outbox.add(...entries);
  await vi.waitFor(() => expect(carried).toHaveLength(100));
  expect(new Set(carried).size).toBe(100);
});
