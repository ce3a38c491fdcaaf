import { describe, expect, test } from 'vitest';
import type { ChainEnd, ChainLink } from '../chain/chain.ts';
import { origin } from '../chain/chain.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { chain, entryText, keptChain, linked, signedAt, signer, stranger } from '../testing/kept-chain.ts';
import { createCheckpointClock } from './checkpoint-clock.ts';
import type { SigningRefusal } from './checkpoint-clock.ts';

/** One chain whose end the test moves, and what came of the clock's looks. */
function newPlace(table: Checkpoint[] = [], sink: Checkpoint[] = []) {
  const faults: unknown[] = [];
  const refusals: SigningRefusal[] = [];
  let links: readonly ChainLink[] = [];
  let end: ChainEnd = origin;
  /** What a second look finds noted. */
  let noted: ChainEnd = origin;
  let at = Date.parse('2026-11-28T09:00:00.000Z');
  const clock = createCheckpointClock({
    chains: {
      head: async () => noted,
      links: async (_, { after, upTo, limit }) => links.filter(({ seq }) => seq > after && seq <= upTo).slice(0, limit),
      checkpoints: async () => table,
    },
    sweep: {
      unsigned: async () => (end.seq === 0 || table.some(({ seq }) => seq === end.seq) ? [] : [{ chain, head: end }]),
      keep: async (checkpoints, outside) => {
        for (const checkpoint of checkpoints) {
          await outside(checkpoint);
          table.push(checkpoint);
        }
        return true;
      },
      signedSince: async (since) => table.filter((one) => one.at >= since.toISOString()),
    },
    signer,
    sink: { append: async (checkpoint) => void sink.push(checkpoint), read: async () => [...sink] },
    onCheckpoint: () => {},
    onRefusal: (refusal) => refusals.push(refusal),
    onFault: (error) => faults.push(error),
    now: () => at,
  });
  const place = {
    clock,
    sink,
    table,
    faults,
    refusals,
    /** A look that meets the end of a chain which is erased before its entries are read. */
    async erase(head: ChainEnd) {
      at += 1000;
      [links, end, noted] = [[], { seq: head.seq, hash: head.hash }, origin];
      await clock.tick();
    },
    /** A look a second later, with the chain so long by then. */
    look: (seq: number) => place.lookAt(keptChain(seq)),
    /** The same with whatever stands there, and is noted as its end. */
    async lookAt(found: readonly ChainLink[], head: ChainEnd = found.at(-1) ?? origin) {
      at += 1000;
      links = found;
      end = noted = { seq: head.seq, hash: head.hash };
      await clock.tick();
      return sink.map((one) => one.seq);
    },
  };
  return place;
}

/** The chain with another entry in that place, every hash from there on made anew. */
function rewritten(length: number, seq: number): ChainLink[] {
  return linked(Array.from({ length }, (_, at) => entryText(at + 1, at + 1 === seq ? 'forbidden' : undefined)));
}

test('what is written is signed within two looks after the writing stopped', async () => {
  const place = newPlace();
  expect(await place.look(2)).toEqual([2]);
  expect(await place.look(5)).toEqual([2]);
  expect(await place.look(5)).toEqual([2, 5]);
  expect(await place.look(5)).toEqual([2, 5]);
  expect(place.faults).toEqual([]);
});

test('a chain that never rests is signed twice a minute', async () => {
  const place = newPlace();
  for (let n = 1; n <= 60; n += 1) await place.look(n);
  expect(place.sink.map(({ seq }) => seq)).toEqual([1, 31]);
});

test('what another process signed is kept here too, once, also after a start', async () => {
  const [first, second] = [newPlace(), newPlace()];
  await first.look(3);
  second.table.push(...first.table);
  await second.look(0);
  await second.look(0);
  expect(second.sink).toEqual(first.sink);
});

test('what nobody signed is not', async () => {
  const forged = stranger.sign({ chain, purpose: 'head', seq: 9, hash: origin.hash, at: '2026-11-28T09:00:00.500Z' });
  const place = newPlace([forged]);
  expect(await place.look(0)).toEqual([]);
});

describe('an end that is not that of the chain', () => {
  const kept = keptChain(9);

  test.each([
    ['a chain that was written anew', rewritten(9, 4), undefined, { seq: 9, reason: 'chain_rewritten', firstBadSeq: 1 }],
    ['a chain that was written anew and goes on', rewritten(12, 4), undefined, { seq: 12, reason: 'chain_rewritten', firstBadSeq: 1 }],
    ['an entry that was changed after', changed(keptChain(12), 11), undefined, { seq: 12, reason: 'entry_changed', firstBadSeq: 11 }],
    ['more entries than there are', kept, { seq: 12, hash: 'a'.repeat(64) }, { seq: 12, reason: 'tail_missing', firstBadSeq: 10 }],
    ['fewer entries than were signed', keptChain(7), undefined, { seq: 7, reason: 'tail_missing', firstBadSeq: 8 }],
    ['another hash', keptChain(10), { seq: 10, hash: 'a'.repeat(64) }, { seq: 10, reason: 'head_mismatch', firstBadSeq: 10 }],
  ] as const)('is not signed, and told: %s', async (_, links, head, refusal) => {
    const place = newPlace();
    expect(await place.lookAt(kept)).toEqual([9]);
    // Whoever owns the database takes away what was signed there.
    place.table.length = 0;
    for (let look = 0; look < 3; look += 1) expect(await place.lookAt(links, head)).toEqual([9]);
    expect(place.refusals).toEqual([{ chain, ...refusal }]);
    expect(place.faults).toEqual([]);
  });

  test('is not signed by a process that was just started, when a place outside has what was signed', async () => {
    const place = newPlace([], [signedAt(kept, 9)]);
    expect(await place.lookAt(rewritten(9, 4))).toEqual([9]);
    expect(place.refusals).toMatchObject([{ reason: 'chain_rewritten' }]);
  });

  test('is not signed where two were signed in one place', async () => {
    const other = rewritten(9, 4);
    const place = newPlace([signedAt(other, 9)], [signedAt(kept, 9)]);
    await place.lookAt([...other, ...linked([entryText(10)], other.at(-1))]);
    expect(place.refusals).toMatchObject([{ seq: 10, reason: 'chain_rewritten' }]);
  });

  test('is signed once it is again what it was', async () => {
    const place = newPlace();
    await place.lookAt(kept);
    await place.lookAt(rewritten(10, 4));
    await place.lookAt(rewritten(10, 4));
    await place.look(11);
    expect(await place.look(11)).toEqual([9, 11]);
    expect(place.refusals).toHaveLength(1);
  });
});

test("a project that is erased while its end is looked at is nobody's fault", async () => {
  const place = newPlace();
  await place.erase(keptChain(3).at(-1) ?? origin);
  expect([place.sink, place.refusals, place.faults]).toEqual([[], [], []]);
});

test('a chain goes on being signed after its beginning was let go', async () => {
  const links = keptChain(12);
  const place = newPlace([signedAt(links, 9), signedAt(links, 9, 'start')]);
  expect(await place.lookAt(links.slice(9))).toContain(12);
  expect(place.refusals).toEqual([]);
});

test('a chain whose beginning went without a signed start is signed no further, whether or not a process saw it before', async () => {
  const links = keptChain(12);
  const forged = { ...signedAt(links, 9, 'start'), signature: 'A'.repeat(88) };
  for (const sawIt of [true, false]) {
    const place = newPlace([signedAt(links, 9)]);
    if (sawIt) expect(await place.lookAt(links.slice(0, 10))).toContain(10);
    place.table.push(forged);
    const before = place.sink.length;
    for (let look = 0; look < 2; look += 1) await place.lookAt(links.slice(9));
    expect(place.sink.slice(before).map(({ seq }) => seq)).not.toContain(12);
    expect(place.refusals).toMatchObject([{ seq: 12, reason: 'beginning_missing' }]);
  }
});

function changed(links: readonly ChainLink[], seq: number): ChainLink[] {
  return links.map((link) => (link.seq === seq ? { ...link, text: entryText(seq, 'forbidden') } : link));
}
