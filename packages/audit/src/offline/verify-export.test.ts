import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { chain, exported, keptChain, signedAt, signer, stranger } from '../testing/kept-chain.ts';
import { tampered } from '../testing/tampering.ts';
import { checkpointLine } from '../checkpoints/checkpoint-line.ts';
import { UnreadableExport, verifyExport } from './verify-export.ts';

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const verify = (lines: readonly string[], checkpoints: readonly Checkpoint[] = []) =>
  verifyExport(each(lines), { publicKey: signer.publicKey, checkpoints });

describe('an export as the service writes it', () => {
  test.each([0, 1, 7])('of %i entries is valid', async (length) => {
    const links = keptChain(length);
    const verdict = await verify(exported(links, length > 2 ? [signedAt(links, 2)] : []));
    expect(verdict).toMatchObject({ tampering: undefined, entries: length, head: { seq: length }, chain, keyId: signer.keyId });
  });

  test('of a chain whose beginning was let go is valid', async () => {
    const links = keptChain(7);
    expect(await verify(exported(links.slice(3), [signedAt(links, 3, 'start'), signedAt(links, 5)]))).toMatchObject({
      tampering: undefined,
      entries: 4,
    });
    expect(await verify(exported([], [signedAt(links, 7, 'start')]))).toMatchObject({ tampering: undefined, entries: 0, head: { seq: 7 } });
  });

  test('fits the checkpoints that were kept elsewhere', async () => {
    const links = keptChain(4);
    expect((await verify(exported(links), [signedAt(links, 2), signedAt(links, 4)])).tampering).toBeUndefined();
  });
});

test('an export of a tampered chain is reported by what was signed before', async () => {
  await fc.assert(
    fc.asyncProperty(tampered, async ({ kept, tampered: { how, links, first } }) => {
      const { tampering } = await verify(exported(links), [signedAt(kept, kept.length)]);
      expect(tampering?.firstBadSeq, how).toBeLessThanOrEqual(first);
    }),
  );
});

test('a change of any line of an export is reported without anything kept elsewhere', async () => {
  const intact = exported(keptChain(5), [signedAt(keptChain(5), 3)]);
  const line = fc.integer({ min: 1, max: intact.length - 1 });
  // A checkpoint in between adds nothing to an export that its end signs: it may go and may come twice.
  const needed = line.filter((at) => !intact[at]?.includes('"head"'));
  const changes = fc.oneof(
    needed.map((at) => intact.filter((_, other) => other !== at)),
    needed.map((at) => [...intact.slice(0, at + 1), ...intact.slice(at)]),
    fc.integer({ min: 2, max: intact.length - 1 }).map((at) => swap(intact, at - 1, at)),
    line.map((at) => intact.slice(0, at)),
    fc.tuple(line, fc.nat(), fc.integer({ min: 32, max: 126 })).map(([at, place, code]) => typed(intact, at, { place, code })),
    fc.constant([...intact, '{"type":"note"}']),
  );
  await fc.assert(
    fc.asyncProperty(changes, async (lines) => {
      // A line that says the same in other letters is the same line.
      fc.pre(JSON.stringify(lines.map(parsed)) !== JSON.stringify(intact.map(parsed)));
      const { tampering } = await verify(lines);
      expect(tampering).toBeDefined();
    }),
    { numRuns: 500 },
  );
});

test('an export that another key signed is reported', async () => {
  const lines = exported(keptChain(3));
  await expect(verifyExport(each(lines), { publicKey: stranger.publicKey })).resolves.toMatchObject({
    tampering: { reason: 'checkpoint_forged', firstBadSeq: 4 },
  });
});

test('an end of another export does not serve', async () => {
  const lines = exported(keptChain(5));
  const shorter = exported(keptChain(3));
  expect((await verify([...lines.slice(0, 4), lines.at(-1) as string])).tampering).toEqual({ reason: 'tail_missing', firstBadSeq: 4 });
  expect((await verify([...lines.slice(0, -1), shorter.at(-1) as string])).tampering).toEqual({ reason: 'incomplete', firstBadSeq: 6 });
});

test('a checkpoint of the head ends no export', async () => {
  const links = keptChain(5);
  const cut = exported(links, [signedAt(links, 3)]).slice(0, 5);
  expect(cut.at(-1)).toBe(checkpointLine(signedAt(links, 3)));
  expect((await verify(cut)).tampering).toEqual({ reason: 'incomplete', firstBadSeq: 4 });
});

test.each([
  ['nothing', []],
  ['no JSON', ['hello']],
  ['another thing', ['{"type":"entry"}']],
])('%s is no export', async (_name, lines) => {
  await expect(verify(lines)).rejects.toThrow(UnreadableExport);
});

test('a key that is none is told', async () => {
  await expect(verifyExport(each(exported([])), { publicKey: 'AAAA' })).rejects.toThrow(/Ed25519/);
});

function swap(lines: readonly string[], a: number, b: number): string[] {
  return lines.map((line, at) => lines[at === a ? b : at === b ? a : at] ?? line);
}

/** One character of a line typed over. */
function typed(lines: readonly string[], at: number, { place, code }: { readonly place: number; readonly code: number }): string[] {
  return lines.map((line, index) => {
    if (index !== at) return line;
    const here = place % line.length;
    return line.slice(0, here) + String.fromCodePoint(code) + line.slice(here + 1);
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
