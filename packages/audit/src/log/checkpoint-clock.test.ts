import { expect, test } from 'vitest';
import type { ChainEnd } from '../chain/chain.ts';
import { origin } from '../chain/chain.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { chain, keptChain, signer, stranger } from '../testing/kept-chain.ts';
import { createCheckpointClock } from './checkpoint-clock.ts';

/** One chain whose end the test moves, and what came of the clock's looks. */
function newPlace(table: Checkpoint[] = []) {
  const sink: Checkpoint[] = [];
  const faults: unknown[] = [];
  let end: ChainEnd = origin;
  let at = Date.parse('2026-11-28T09:00:00.000Z');
  const clock = createCheckpointClock({
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
    onFault: (error) => faults.push(error),
    now: () => at,
  });
  return {
    clock,
    sink,
    table,
    faults,
    /** A look a second later, with the chain so long by then. */
    async look(seq: number) {
      at += 1000;
      end = keptChain(seq).at(-1) ?? origin;
      await clock.tick();
      return sink.map((one) => one.seq);
    },
  };
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
