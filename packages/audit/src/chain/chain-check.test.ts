import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { chain, keptChain, linked, proof, signedAt, stranger } from '../testing/kept-chain.ts';
import { tampered } from '../testing/tampering.ts';
import { ChainCheck } from './chain-check.ts';
import { origin } from './chain.ts';
import type { ChainEnd, ChainLink } from './chain.ts';
import type { Verdict } from './verdict.ts';

function check(links: readonly ChainLink[], checkpoints: readonly Checkpoint[] = [], head?: ChainEnd): Verdict {
  const checking = new ChainCheck({ chain, checkpoints, proof });
  for (const link of links) checking.add(link);
  return checking.finish(head);
}

const places = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 5 });

describe('a chain that nobody touched', () => {
  test('is valid when it is empty', () => {
    expect(check([], [], origin)).toEqual({ tampering: undefined, entries: 0, head: origin });
  });

  test('is valid with any checkpoints of it, and without', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), places(12), (length, at) => {
        const links = keptChain(length);
        const checkpoints = at.filter((seq) => seq <= length).map((seq) => signedAt(links, seq));
        const last = links.at(-1);
        expect(check(links, checkpoints, last)).toEqual({ tampering: undefined, entries: length, head: { seq: length, hash: last?.hash } });
      }),
    );
  });

  test('is valid after what is before a signed start was let go', () => {
    const links = keptChain(9);
    const kept = [signedAt(links, 2), signedAt(links, 4, 'start'), signedAt(links, 9)];
    expect(check(links.slice(4), kept)).toMatchObject({ tampering: undefined, entries: 5, head: { seq: 9 } });
  });

  test('is valid when all of it was let go', () => {
    const links = keptChain(4);
    expect(check([], [signedAt(links, 4), signedAt(links, 4, 'start')], links[3])).toMatchObject({
      tampering: undefined,
      head: { seq: 4 },
    });
  });

  test('leaves the checkpoints of other chains aside', () => {
    const other = { ...signedAt(keptChain(9), 9), chain: { ...chain, id: 'another' } };
    expect(check(keptChain(2), [other]).tampering).toBeUndefined();
  });
});

test('any tampering is reported when the end was signed, at its place or after the last checkpoint before it', () => {
  fc.assert(
    fc.property(tampered, places(12), ({ kept, tampered: { how, links, first } }, at) => {
      const before = at.filter((seq) => seq < kept.length);
      const verdict = check(
        links,
        [...before, kept.length].map((seq) => signedAt(kept, seq)),
      );
      const vouched = Math.max(0, ...before.filter((seq) => seq < first));
      const least = { 're-chained': vouched + 1, 'closed over': 1 }[how] ?? first;
      expect(verdict.tampering?.firstBadSeq, how).toBeGreaterThanOrEqual(least);
      expect(verdict.tampering?.firstBadSeq, how).toBeLessThanOrEqual(first);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['shorter than the head says', keptChain(3), keptChain(5)[4], 'tail_missing', 4],
  ['longer than the head says', keptChain(5), keptChain(3)[2], 'head_mismatch', 4],
  ['of another hash than the head says', keptChain(3), { seq: 3, hash: 'f'.repeat(64) }, 'head_mismatch', 3],
])('a chain that is %s is reported', (_name, links, head, reason, firstBadSeq) => {
  expect(check(links, [], head).tampering).toEqual({ reason, firstBadSeq });
});

test('a beginning that was taken away is reported though a checkpoint is there that is no start', () => {
  const links = keptChain(6);
  expect(check(links.slice(3), [signedAt(links, 3), signedAt(links, 6)]).tampering).toEqual({
    reason: 'beginning_missing',
    firstBadSeq: 1,
  });
});

describe('a checkpoint of another key', () => {
  const forge = (links: readonly ChainLink[], seq: number, purpose: 'head' | 'start' = 'head'): Checkpoint =>
    stranger.sign({
      chain,
      purpose,
      seq,
      hash: links.find((link) => link.seq === seq)?.hash ?? origin.hash,
      at: '2026-11-28T09:00:00.000Z',
    });

  test('is reported when nothing else vouches further', () => {
    const links = keptChain(4);
    expect(check(links, [forge(links, 4)]).tampering).toEqual({ reason: 'checkpoint_forged', firstBadSeq: 4 });
    expect(check(links, [forge(keptChain(9), 9)]).tampering).toEqual({ reason: 'checkpoint_forged', firstBadSeq: 9 });
  });

  test('is reported where it fits the chain and a good one of the same place is kept elsewhere', () => {
    const links = keptChain(6);
    const good = [2, 6].map((seq) => signedAt(links, seq));
    const broken = [forge(links, 2), { ...signedAt(links, 2), keyId: 'f'.repeat(16) }, { ...signedAt(links, 2), signature: 'AA' }];
    for (const one of broken) {
      for (const kept of [[one, ...good], [...good, one], [one]])
        expect(check(links, kept, links[5]).tampering).toEqual({ reason: 'checkpoint_forged', firstBadSeq: 2 });
    }
    expect(check(links, [...good, ...good], links[5]).tampering).toBeUndefined();
  });

  test('starts no chain', () => {
    const links = keptChain(4);
    expect(check(links.slice(2), [forge(links, 2, 'start')]).tampering).toEqual({ reason: 'beginning_missing', firstBadSeq: 1 });
  });

  test('does not hide where a rewritten chain begins to be another', () => {
    const kept = keptChain(6);
    const other = [...kept.slice(0, 2), ...relinkedFrom(kept, 2)];
    const verdict = check(other, [signedAt(kept, 1), forge(other, 4), forge(other, 5), signedAt(kept, 6)]);
    expect(verdict.tampering).toEqual({ reason: 'chain_rewritten', firstBadSeq: 2 });
  });
});

function relinkedFrom(kept: readonly ChainLink[], after: number): ChainLink[] {
  const texts = kept.slice(after).map(({ text }) => (text ?? '').replace('"done"', '"forbidden"'));
  return linked(texts, kept[after - 1]);
}
