import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChainCheck } from '../chain/chain-check.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { chain, exported, keptChain, laterMoment, proof, signedAt, signer, stranger } from '../testing/kept-chain.ts';
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
  const line = fc.integer({ min: 0, max: intact.length - 1 });
  const inside = fc.integer({ min: 1, max: intact.length - 1 });
  // A checkpoint in between adds nothing to an export that its end signs: it may go and may come twice.
  const needed = inside.filter((at) => !intact[at]?.includes('"head"'));
  const changes = fc.oneof(
    needed.map((at) => intact.filter((_, other) => other !== at)),
    needed.map((at) => [...intact.slice(0, at + 1), ...intact.slice(at)]),
    fc.integer({ min: 2, max: intact.length - 1 }).map((at) => swap(intact, at - 1, at)),
    inside.map((at) => intact.slice(0, at)),
    fc.tuple(line, fc.nat(), fc.integer({ min: 32, max: 126 })).map(([at, place, code]) => typed(intact, at, { place, code })),
    fc.constant([...intact, '{"type":"note"}']),
    fc.tuple(line, otherLetters).map(([at, change]) => intact.map((text, other) => (other === at ? change(text) : text))),
    fc.integer({ min: 0, max: intact.length }).map((at) => intact.toSpliced(at, 0, '')),
  );
  await fc.assert(
    fc.asyncProperty(changes, async (lines) => {
      fc.pre(lines.join('\n') !== intact.join('\n'));
      expect(await isRefused(lines)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['a number that is written otherwise', (line: string) => line.replace('"seq":2,', '"seq":2.0,'), 2],
  ['members in another order', (line: string) => line.replace(/"seq":2,("hash":"\w+")/, '$1,"seq":2'), 2],
  ['an empty line behind it', (line: string) => (line.startsWith('{"type":"entry","seq":2,') ? `${line}\n` : line), 3],
])('an entry with %s is reported by its place', async (_what, change, firstBadSeq) => {
  const lines = exported(keptChain(3)).map(change).join('\n').split('\n');
  expect((await verify(lines)).tampering).toEqual({ reason: 'incomplete', firstBadSeq });
});

test('an export that another key signed is reported', async () => {
  const lines = exported(keptChain(3));
  await expect(verifyExport(each(lines), { publicKey: stranger.publicKey })).resolves.toMatchObject({
    tampering: { reason: 'key_differs', firstBadSeq: 1 },
  });
});

test.each([
  ['an entry', (line: string) => line.replace('"seq":2', '"seq":1,"seq":2')],
  ['what an entry says', (line: string) => line.replace('"outcome":"done"', '"outcome":"denied","outcome":"done"')],
  ['a checkpoint', (line: string) => line.replace('"purpose":"head"', '"purpose":"start","purpose":"head"')],
  ['the first line', (line: string) => line.replace('"version":1', '"version":2,"version":1')],
])('a name that comes twice in %s is refused', async (_where, change) => {
  const links = keptChain(3);
  const intact = exported(links, [signedAt(links, 2)]);
  const changed = intact.map(change);
  expect(changed).not.toEqual(intact);
  expect([await isRefused(changed), await isRefused(intact)]).toEqual([true, false]);
});

test('a line that says more than such a line does is refused, whichever it is', async () => {
  const links = keptChain(2);
  const intact = exported(links, [signedAt(links, 1)]);
  for (const [at] of intact.entries()) {
    expect(await isRefused(intact.map((line, other) => (other === at ? line.replace('{', '{"note":"x",') : line)))).toBe(true);
  }
});

test('a first line with another key, name of the key or time is reported, also without a key to hold it against', async () => {
  const [head = '', ...lines] = exported(keptChain(2));
  const changes = [
    head.replace(signer.publicKey, stranger.publicKey),
    head.replace(signer.keyId, stranger.keyId),
    head.replace(signer.publicKey, stranger.publicKey).replace(signer.keyId, stranger.keyId),
    head.replace(signer.publicKey, `${signer.publicKey}=`),
    head.replace('09:00', '10:00'),
  ];
  for (const changed of changes) {
    expect([changed !== head, await isRefused([changed, ...lines])]).toEqual([true, true]);
    expect((await verifyExport(each([changed, ...lines]))).tampering).toBeDefined();
  }
});

test('a key that is written down with padding is the same key', async () => {
  const { tampering } = await verifyExport(each(exported(keptChain(2))), { publicKey: `${signer.publicKey}=` });
  expect(tampering).toBeUndefined();
});

test('a forged checkpoint gets the same answer as from the service, beside a good one of its place too', async () => {
  const links = keptChain(6);
  const good = [signedAt(links, 4), signedAt(links, 6)];
  for (const forged of [
    { ...signedAt(links, 4), keyId: 'f'.repeat(16) },
    { ...signedAt(links, 4), signature: 'AA' },
  ]) {
    const check = new ChainCheck({ chain, checkpoints: [forged, ...good], proof });
    for (const link of links) check.add(link);
    const { tampering } = check.finish(links[5]);
    expect(tampering).toEqual({ reason: 'checkpoint_forged', firstBadSeq: 4 });
    expect((await verify(exported(links, [forged, ...good]))).tampering).toEqual(tampering);
    expect((await verify(exported(links, [...good, forged]))).tampering).toEqual(tampering);
    expect((await verify(exported(links, good), [forged])).tampering).toEqual(tampering);
  }
});

describe('held against what was signed later', () => {
  const links = keptChain(6);
  const early = exported(links.slice(0, 4));

  test('an export that ends before it is valid and says so', async () => {
    const kept = [signedAt(links, 3), signedAt(links, 5, 'head', laterMoment), signedAt(links, 6, 'head', laterMoment)];
    expect(await verify(early, kept)).toMatchObject({ tampering: undefined, entries: 4, later: 2 });
  });

  test('an export still has to hold what was signed before it was made', async () => {
    const kept = [signedAt(links, 5), signedAt(links, 6, 'head', laterMoment)];
    expect(await verify(early, kept)).toMatchObject({ tampering: { reason: 'tail_missing', firstBadSeq: 5 }, later: 0 });
  });

  test('what nobody signed is not later', async () => {
    const forged = { ...signedAt(links, 6), at: laterMoment };
    expect((await verify(early, [forged])).tampering).toEqual({ reason: 'checkpoint_forged', firstBadSeq: 6 });
  });

  test('an entry that was covered then has to be the same', async () => {
    const { hash } = signedAt(links, 2);
    const kept = signer.sign({ chain, purpose: 'head', seq: 3, hash, at: laterMoment });
    expect((await verify(early, [kept])).tampering).toMatchObject({ reason: 'chain_rewritten' });
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

/** Whether something is found, or it is taken for no export at all. */
async function isRefused(lines: readonly string[]): Promise<boolean> {
  try {
    return (await verify(lines)).tampering !== undefined;
  } catch (error) {
    if (error instanceof UnreadableExport) return true;
    throw error;
  }
}

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

/** Ways to write a line that says the same. */
const otherLetters = fc.constantFrom<(line: string) => string>(
  (line) => line.replace(/"seq":(\d+)/, '"seq":$1.0'),
  (line) => line.replace(/"seq":(\d+)/, '"seq":$1e0'),
  (line) => line.replace('"type"', String.raw`"\u0074ype"`),
  (line) => line.replace('{', '{ '),
  (line) => line.replace(/^\{("[^"]*":[^,]*),("[^"]*":[^,]*),/, '{$2,$1,'),
  (line) => `${line} `,
  (line) => `${line}\r`,
  (line) => `\ufeff${line}`,
);
