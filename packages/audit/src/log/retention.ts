import { ChainCheck } from '../chain/chain-check.ts';
import type { Chain, ChainEnd } from '../chain/chain.ts';
import type { TamperReason } from '../chain/verdict.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { createCheckpointProof } from '../checkpoints/signing.ts';
import type { CheckpointSigner } from '../checkpoints/signing.ts';
import type { AuditChains, CheckpointSink } from './audit-ports.ts';
import type { ChainSweep } from './checkpoint-clock.ts';
import { linksUpTo } from './links-up-to.ts';

/** Why entries are not let go: what they say is not what was written, or they are younger than they say. */
export interface RetentionRefusal {
  readonly chain: Chain;
  readonly reason: TamperReason | 'younger_than_told';
  readonly firstBadSeq: number;
}

export interface RetentionOptions {
  readonly chains: Pick<AuditChains, 'links' | 'checkpoints'>;
  readonly sweep: Pick<ChainSweep, 'keep' | 'keptDays' | 'cuttable' | 'cut'>;
  readonly signer: CheckpointSigner;
  readonly sink: CheckpointSink;
  readonly onCheckpoint: (checkpoint: Checkpoint) => void;
  /** Told of each chain that is left as it is, at each look. */
  readonly onRefusal: (refusal: RetentionRefusal) => void;
  /** Told, at each look, that the owner of the database has entries kept for longer than is asked; undefined for ever. */
  readonly onKept: (days: number | undefined) => void;
  readonly now?: () => Date;
}

/** Entries that are let go in one transaction. */
const mostAtOnce = 50_000;

const dayMs = 86_400_000;

/**
 * Lets go of entries that are older than so many days, and than the owner of the database has them kept, once they are found to be as they were written: their age is what they say. The
 * place is signed as the chain's new start, and kept outside of the database too, before anything is deleted: what is left stays
 * provable, and nothing else can have gone.
 */
export function createRetention(options: RetentionOptions) {
  const { sweep, signer, sink, onCheckpoint, onRefusal, onKept, now = () => new Date() } = options;
  return async (days: number): Promise<void> => {
    const kept = await sweep.keptDays();
    if (kept === undefined || kept > days) onKept(kept);
    const at = now();
    const before = new Date(at.getTime() - days * dayMs);
    for (const { chain, end } of await sweep.cuttable(before, mostAtOnce)) {
      const refusal = await refusalOf(options, { chain, end, before });
      if (refusal) {
        onRefusal(refusal);
        continue;
      }
      const start = signer.sign({ chain, purpose: 'start', ...end, at: at.toISOString() });
      const isKept = await sweep.keep([start], async (checkpoint) => {
        await sink.append(checkpoint);
        onCheckpoint(checkpoint);
      });
      if (isKept) await sweep.cut(start);
    }
  };
}

interface Cut {
  readonly chain: Chain;
  readonly end: ChainEnd;
  readonly before: Date;
}

async function refusalOf({ chains, signer, sink }: RetentionOptions, { chain, end, before }: Cut): Promise<RetentionRefusal | undefined> {
  const proof = createCheckpointProof(signer.publicKey);
  const all = (await Promise.all([chains.checkpoints(chain), sink.read(chain)])).flat();
  // A start that nobody signed says that somebody else lets entries go, wherever it stands.
  const forged = all.find((one) => one.purpose === 'start' && !proof(one));
  if (forged) return { chain, reason: 'checkpoint_forged', firstBadSeq: forged.seq };
  // Whoever writes a beginning anew writes all that follows anew: the next end that was signed tells, also of what was never signed itself.
  const next = all
    .filter(({ seq, purpose }) => purpose === 'head' && seq > end.seq)
    .toSorted((a, b) => a.seq - b.seq)
    .find((one) => proof(one));
  const last = next ?? end;
  const known = all.filter(({ seq }) => seq <= last.seq);
  const check = new ChainCheck({ chain, checkpoints: known, proof });
  for await (const links of linksUpTo(chains, chain, { upTo: last.seq })) {
    for (const link of links) check.add(link);
    if (check.isOver) break;
  }
  const { tampering } = check.finish({ seq: last.seq, hash: last.hash });
  if (tampering) return { chain, ...tampering };
  // Where a chain was signed to end, what comes after it was written later.
  const earlier = known.filter(({ seq, purpose, at }) => purpose === 'head' && seq < end.seq && Date.parse(at) >= before.getTime());
  const signed = earlier.toSorted((a, b) => a.seq - b.seq).find((one) => proof(one));
  return signed && { chain, reason: 'younger_than_told', firstBadSeq: signed.seq + 1 };
}
