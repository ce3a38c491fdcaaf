import fc from 'fast-check';
import type { ChainLink } from '../chain/chain.ts';
import { entryText, keptChain, linked } from './kept-chain.ts';

export interface Tampered {
  readonly how: string;
  readonly links: readonly ChainLink[];
  /** The first entry that is not what it was; of a chain closed over a gap, the first that it lacks at its end. */
  readonly first: number;
}

/** A chain of 2 to 12 entries and what somebody with every right on the tables made of it. */
export const tampered: fc.Arbitrary<{ readonly kept: readonly ChainLink[]; readonly tampered: Tampered }> = fc
  .integer({ min: 2, max: 12 })
  .chain((length) => {
    const kept = keptChain(length);
    const place = fc.integer({ min: 1, max: length });
    const ways = fc.oneof(
      place.map((seq) => edited(kept, seq)),
      place.map((seq) => ({ how: 'deleted', first: seq, links: kept.filter((link) => link.seq !== seq) })),
      place.map((seq) => ({ how: 'closed over', first: length, links: relinked(kept.filter((link) => link.seq !== seq)) })),
      fc.integer({ min: 1, max: length - 1 }).map((seq) => swapped(kept, seq)),
      place.map((seq) => ({ how: 'tail cut', first: seq, links: kept.slice(0, seq - 1) })),
      fc.constant({ how: 'emptied', first: 1, links: [] }),
      place.map((seq) => ({ how: 're-chained', first: seq, links: relinked(edited(kept, seq).links) })),
      place.map((seq) => ({ how: 'beginning cut', first: 1, links: kept.slice(seq) })),
    );
    return ways.map((way) => ({ kept, tampered: way }));
  });

const relinked = (links: readonly ChainLink[]): ChainLink[] => linked(links.map(({ text }) => text ?? ''));

function edited(kept: readonly ChainLink[], seq: number): Tampered {
  return {
    how: 'edited',
    first: seq,
    links: kept.map((link) => (link.seq === seq ? { ...link, text: entryText(seq, 'forbidden') } : link)),
  };
}

/** What two neighbours say, each in the other's place. */
function swapped(kept: readonly ChainLink[], seq: number): Tampered {
  const textAt = (place: number) => kept.find((link) => link.seq === place)?.text ?? null;
  const other = (link: ChainLink): number => (link.seq === seq ? seq + 1 : link.seq === seq + 1 ? seq : link.seq);
  return { how: 'swapped', first: seq, links: kept.map((link) => ({ ...link, text: textAt(other(link)) })) };
}
