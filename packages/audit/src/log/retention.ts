import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import type { CheckpointSigner } from '../checkpoints/signing.ts';
import type { CheckpointSink } from './audit-ports.ts';
import type { ChainSweep } from './checkpoint-clock.ts';

export interface RetentionOptions {
  readonly sweep: Pick<ChainSweep, 'keep' | 'cuttable' | 'cut'>;
  readonly signer: CheckpointSigner;
  readonly sink: CheckpointSink;
  readonly onCheckpoint: (checkpoint: Checkpoint) => void;
  readonly now?: () => Date;
}

/** Entries that are let go in one transaction. */
const mostAtOnce = 50_000;

const dayMs = 86_400_000;

/**
 * Lets go of entries that are older than so many days. The place is signed as the chain's new start, and kept outside of the
 * database too, before anything is deleted: what is left stays provable, and nothing else can have gone.
 */
export function createRetention({ sweep, signer, sink, onCheckpoint, now = () => new Date() }: RetentionOptions) {
  return async (days: number): Promise<void> => {
    const at = now();
    const cuttable = await sweep.cuttable(new Date(at.getTime() - days * dayMs), mostAtOnce);
    for (const { chain, end } of cuttable) {
      const start = signer.sign({ chain, purpose: 'start', ...end, at: at.toISOString() });
      const isKept = await sweep.keep([start], async (checkpoint) => {
        await sink.append(checkpoint);
        onCheckpoint(checkpoint);
      });
      if (isKept) await sweep.cut(start);
    }
  };
}
