import { ChainCheck } from '../chain/chain-check.ts';
import type { Chain, ChainEnd } from '../chain/chain.ts';
import { hashAfter } from '../chain/entry-hash.ts';
import type { Tampering } from '../chain/verdict.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { createCheckpointProof } from '../checkpoints/signing.ts';
import type { CheckpointSigner } from '../checkpoints/signing.ts';
import type { AuditChains, CheckpointSink } from './audit-ports.ts';
import { linksUpTo } from './links-up-to.ts';

export interface HeadCheckOptions {
  readonly chains: Pick<AuditChains, 'head' | 'links' | 'checkpoints'>;
  readonly signer: Pick<CheckpointSigner, 'publicKey'>;
  readonly sink: Pick<CheckpointSink, 'read'>;
}

/** Holds what is noted as a chain's end to its entries and to what was signed of it before. */
export interface HeadCheck {
  /**
   * Why that end must not be signed; undefined: it goes on from what was signed last, entry by entry. `gone`: it is not the end any more, and
   * neither is a later one, as when a project was erased meanwhile.
   */
  faultOf(chain: Chain, head: ChainEnd): Promise<Tampering | 'gone' | undefined>;
  /** What was just signed: what comes after it has to go on from there, whatever anybody does to the places where it was kept. */
  remember(checkpoint: Checkpoint): void;
}

/** Links that are held at once: it goes on beside everything else that the process does, so memory counts and haste does not. */
const atOnce = 400;

/** Chains of which is remembered what was signed last, and where they begin. */
const mostRemembered = 20_000;

/**
 * An end costs what came after the last checkpoint, and a look at where the chain begins. Where it does not go on from there, the whole chain is looked at for the first place that
 * cannot be vouched for.
 */
export function createHeadCheck({ chains, signer, sink }: HeadCheckOptions): HeadCheck {
  const proof = createCheckpointProof(signer.publicKey);
  const signed = new Map<string, Checkpoint>();

  /** Where chains begin, once that was found to be signed. */
  const begun = new Map<string, number>();

  const stored = async (chain: Chain): Promise<readonly Checkpoint[]> =>
    (await Promise.all([chains.checkpoints(chain), sink.read(chain)])).flat();

  /** The furthest ends that were signed: one, unless somebody had another signed in its place. */
  function furthest(known: readonly Checkpoint[]): readonly Checkpoint[] {
    const heads = known.filter(({ purpose }) => purpose === 'head').toSorted((a, b) => b.seq - a.seq);
    const last = heads.find(proof);
    return last === undefined ? [] : heads.filter((one) => one.seq === last.seq && (one.hash === last.hash || proof(one)));
  }

  /** Whether nothing was let go of the chain's beginning, or what was stands behind a signed start. */
  async function isBegunWell(chain: Chain, head: ChainEnd): Promise<boolean> {
    const [first] = await chains.links(chain, { after: 0, upTo: head.seq, limit: 1 });
    if (first === undefined || first.seq === 1 || begun.get(chain.id) === first.seq) return first !== undefined;
    const isBefore = (one: Checkpoint): boolean =>
      one.purpose === 'start' &&
      one.seq === first.seq - 1 &&
      first.text !== null &&
      hashAfter(one, first.text) === first.hash &&
      proof(one);
    if (!(await stored(chain)).some(isBefore)) return false;
    keepNewest(begun, chain.id, first.seq);
    return true;
  }

  async function goesOn(chain: Chain, from: ChainEnd, head: ChainEnd): Promise<boolean> {
    let end: ChainEnd | undefined;
    for await (const links of linksUpTo(chains, chain, { after: from.seq - 1, upTo: head.seq, limit: atOnce })) {
      for (const { seq, hash, text } of links) {
        const isNext = end === undefined ? seq === from.seq && hash === from.hash : seq === end.seq + 1;
        if (!isNext || text === null || (end !== undefined && hash !== hashAfter(end, text))) return false;
        end = { seq, hash };
      }
    }
    return end?.seq === head.seq && end.hash === head.hash;
  }

  async function lookThrough(chain: Chain, head: ChainEnd, known: readonly Checkpoint[]): Promise<Tampering | undefined> {
    const check = new ChainCheck({ chain, checkpoints: known, proof });
    for await (const links of linksUpTo(chains, chain, { upTo: head.seq })) {
      for (const link of links) check.add(link);
      if (check.isOver) break;
    }
    return check.finish(head).tampering;
  }

  return {
    async faultOf(chain, head) {
      const remembered = signed.get(chain.id);
      const isBegun = await isBegunWell(chain, head);
      if (isBegun && remembered && (await goesOn(chain, remembered, head))) return undefined;
      const known = await stored(chain);
      const last = remembered ? [] : furthest(known);
      const [one] = last;
      if (isBegun && one && last.every(({ hash }) => hash === one.hash) && (await goesOn(chain, one, head))) return undefined;
      const all = (kept: readonly Checkpoint[]): readonly Checkpoint[] => (remembered ? [...kept, remembered] : kept);
      // What was let go while it was looked through is gone for a reason that was signed before.
      const fault = (await lookThrough(chain, head, all(known))) && (await lookThrough(chain, head, all(await stored(chain))));
      return fault && (await chains.head(chain)).seq < head.seq ? 'gone' : fault;
    },

    remember(checkpoint) {
      keepNewest(signed, checkpoint.chain.id, checkpoint);
    },
  };
}

function keepNewest<Kept>(kept: Map<string, Kept>, id: string, one: Kept): void {
  kept.delete(id);
  kept.set(id, one);
  const [oldest] = kept.keys();
  if (kept.size > mostRemembered && oldest !== undefined) kept.delete(oldest);
}
