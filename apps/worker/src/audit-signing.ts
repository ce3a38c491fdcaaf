import { checkpointFields, createCheckpointClock, createRetention } from '@cairn/audit';
import type { Checkpoint, CheckpointClock, CheckpointSink } from '@cairn/audit';
import type { Logger } from '@cairn/service-kit';
import type { Repositories } from '@cairn/storage';
import { countSigningRefusals } from './worker-metrics.ts';

export interface AuditSigningDeps {
  readonly audit: Pick<Repositories['audit'], 'chains' | 'sweep' | 'signer'>;
  readonly checkpoints: CheckpointSink;
  readonly log: Logger;
}

export interface AuditSigning {
  /** Signs where the audit's chains are. */
  readonly clock: CheckpointClock;
  /** Lets go of entries that are older than so many days. */
  readonly letGo: (days: number) => Promise<void>;
}

/** What the worker does for the audit of every project and workspace. */
export function createAuditSigning({ audit: { chains, sweep, signer }, checkpoints: sink, log }: AuditSigningDeps): AuditSigning {
  const refusals = countSigningRefusals();
  const tellOfKept = onceEach((days) =>
    log.warn(
      { kept_days: days ?? 'for ever' },
      'the owner of the database has the audit kept for longer than CAIRN_AUDIT_RETENTION_DAYS; run `migrate` with the same value to change that',
    ),
  );
  const onCheckpoint = (checkpoint: Checkpoint): void =>
    log.info({ audit_checkpoint: checkpointFields(checkpoint) }, 'the audit was signed');
  return {
    clock: createCheckpointClock({
      chains,
      sweep,
      signer,
      sink,
      onCheckpoint,
      onRefusal: ({ chain, seq, reason, firstBadSeq }) => {
        refusals.add(1, { reason });
        log.error({ chain, seq, reason, first_bad_seq: firstBadSeq }, 'the audit is not as it was written; its end is not signed');
      },
      onFault: (error) => log.warn({ err: error }, 'the audit could not be signed; it will be tried again'),
    }),
    letGo: createRetention({
      chains,
      sweep,
      signer,
      sink,
      onCheckpoint,
      onKept: tellOfKept,
      onRefusal: ({ chain, reason, firstBadSeq }) =>
        log.error({ chain, reason, first_bad_seq: firstBadSeq }, 'the audit is not as it was written; nothing of it is let go'),
    }),
  };
}

/** Tells what is another than the last time; the same again is told by nobody. */
function onceEach(tell: (days: number | undefined) => void): (days: number | undefined) => void {
  let told: { readonly days: number | undefined } | undefined;
  return (days) => {
    if (told !== undefined && told.days === days) return;
    told = { days };
    tell(days);
  };
}
