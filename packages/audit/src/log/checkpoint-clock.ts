import type { Chain, ChainEnd } from '../chain/chain.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { createCheckpointProof } from '../checkpoints/signing.ts';
import type { CheckpointSigner } from '../checkpoints/signing.ts';
import type { TamperReason } from '../chain/verdict.ts';
import type { AuditChains, CheckpointSink } from './audit-ports.ts';
import { createHeadCheck } from './head-check.ts';

/** Every chain of the database, for the process that signs where they are. */
export interface ChainSweep {
  /** Ends that no checkpoint is of: of all chains, or of those that moved within so many seconds. */
  unsigned(withinSeconds: number | undefined): Promise<readonly { readonly chain: Chain; readonly head: ChainEnd }[]>;
  /**
   * Keeps checkpoints and has `outside` keep them too, all or none; those that are kept already are left out. False when another
   * process is at it.
   */
  keep(checkpoints: readonly Checkpoint[], outside: (checkpoint: Checkpoint) => Promise<void>): Promise<boolean>;
  /** What was signed from that time on, by whichever process; at most 10,000. */
  signedSince(at: Date): Promise<readonly Checkpoint[]>;
  /** Days for which the owner of the database has entries kept; undefined for ever. */
  keptDays(): Promise<number | undefined>;
  /** Chains that begin with entries from before that time that the owner does not have kept, each with the last such of at most `most` from its beginning. */
  cuttable(before: Date, most: number): Promise<readonly { readonly chain: Chain; readonly end: ChainEnd }[]>;
  /** Lets go of a chain's entries up to a `start` that is kept. False when the chain is another there. */
  cut(start: Checkpoint): Promise<boolean>;
}

/** Why the end of a chain is not signed: it does not go on from what was signed, or is not that of its entries. */
export interface SigningRefusal {
  readonly chain: Chain;
  /** Of the end that is noted. */
  readonly seq: number;
  readonly reason: TamperReason;
  readonly firstBadSeq: number;
}

export interface CheckpointClockOptions {
  readonly chains: Pick<AuditChains, 'head' | 'links' | 'checkpoints'>;
  readonly sweep: Pick<ChainSweep, 'unsigned' | 'keep' | 'signedSince'>;
  readonly signer: CheckpointSigner;
  readonly sink: CheckpointSink;
  readonly onCheckpoint: (checkpoint: Checkpoint) => void;
  /** Told of each chain whose end is not signed; of one that stays as it is once a minute, while it is looked at. */
  readonly onRefusal: (refusal: SigningRefusal) => void;
  readonly onFault: (error: unknown) => void;
  /** Milliseconds between two looks. Default 1,000. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

export interface CheckpointClock {
  start(): void;
  /** Waits for the look under way. */
  close(): Promise<void>;
  /** One look. */
  tick(): Promise<void>;
}

/** A chain that never rests is signed this often, in milliseconds; one that came to rest at once. */
const busyMs = 30_000;

/** Overlap of what two looks see, in seconds: clocks differ, and a commit shows later than it was timed. */
const overlapSeconds = 60;

/** What was refused and stays as it is, is looked at again after so many milliseconds. */
const refusedMs = 60_000;

/** What others signed is looked for from the last look on, and at a start from a day ago; milliseconds. */
const copyOverlapMs = 10_000;
const firstCopyMs = 86_400_000;

/**
 * Signs where chains are: what was written is under a signature within two looks after the writing stopped, and within half a
 * minute while it goes on. An end is signed only if it goes on from what was signed before, entry by entry. Several processes may do so
 * on one database; what another signed is kept outside here too, so that each place can tell alone.
 */
export function createCheckpointClock(options: CheckpointClockOptions): CheckpointClock {
  const { sweep, signer, sink, onCheckpoint, onRefusal, onFault, everyMs = 1000, now = Date.now } = options;
  const check = createHeadCheck(options);
  const refused = new Map<string, { readonly head: ChainEnd; readonly at: number }>();
  const seen = new Map<string, { readonly seq: number; readonly signedAt: number }>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  const proof = createCheckpointProof(signer.publicKey);
  /** Signatures that are in the sink, with the time up to which they are met again. */
  const outside = new Map<string, number>();
  let copiedAt: number | undefined;
  let lookedAt: number | undefined;
  let isFailing = false;

  /** Whether it came to rest or was not signed for long. */
  function isDue({ id }: Chain, { seq }: ChainEnd, at: number): boolean {
    const before = seen.get(id);
    const due = before === undefined || before.seq === seq || at - before.signedAt >= busyMs;
    seen.set(id, { seq, signedAt: due ? at : before.signedAt });
    return due;
  }

  async function look(): Promise<void> {
    const at = now();
    const within = lookedAt === undefined ? undefined : Math.ceil((at - lookedAt) / 1000) + overlapSeconds;
    const found = await sweep.unsigned(within);
    const { sound: due, error } = await soundOf(
      found.filter(({ chain, head }) => isDue(chain, head, at)),
      at,
    );
    // After the ends were read: an export of an earlier time may end before them, one of a later time may not.
    const signedAt = new Date(now()).toISOString();
    const signed = due.map(({ chain, head }) => signer.sign({ chain, purpose: 'head', ...head, at: signedAt }));
    const isKept = await sweep.keep(signed, async (checkpoint) => {
      await sink.append(checkpoint);
      outside.set(checkpoint.signature, at);
      check.remember(checkpoint);
      onCheckpoint(checkpoint);
    });
    await copyOthers(at);
    if (isKept && error === undefined) lookedAt = at;
    forget(at);
    if (error !== undefined) throw error;
  }

  /** Those that go on from what was signed; a chain that cannot be read keeps no other from being signed. */
  async function soundOf<Found extends { readonly chain: Chain; readonly head: ChainEnd }>(ends: readonly Found[], at: number) {
    const sound: Found[] = [];
    let error: Error | undefined;
    for (const found of ends) {
      const { chain, head } = found;
      const before = refused.get(chain.id);
      if (before && before.head.seq === head.seq && before.head.hash === head.hash && at - before.at < refusedMs) continue;
      try {
        const fault = await check.faultOf(chain, head);
        if (fault === undefined) sound.push(found);
        else if (fault !== 'gone') {
          refused.set(chain.id, { head, at });
          onRefusal({ chain, seq: head.seq, ...fault });
        }
      } catch (cause) {
        error ??= cause instanceof Error ? cause : new Error('a chain could not be read', { cause });
      }
    }
    return { sound, error };
  }

  async function copyOthers(at: number): Promise<void> {
    const others = await sweep.signedSince(new Date(copiedAt === undefined ? at - firstCopyMs : copiedAt - copyOverlapMs));
    if (copiedAt === undefined) await rememberKept(others, at);
    copiedAt = at;
    for (const checkpoint of others) {
      // Whoever may write to the table must not fill the disk with what nobody signed.
      if (outside.has(checkpoint.signature) || !proof(checkpoint)) continue;
      await sink.append(checkpoint);
      outside.set(checkpoint.signature, at);
    }
  }

  /** What an earlier run of this process has put there. */
  async function rememberKept(others: readonly Checkpoint[], at: number): Promise<void> {
    const chains = new Map(others.map(({ chain }) => [chain.id, chain]));
    for (const chain of chains.values()) {
      for (const { signature } of await sink.read(chain)) outside.set(signature, at);
    }
  }

  /** Chains that rest need no memory, nor does what is not met again. */
  function forget(at: number): void {
    for (const [id, { signedAt }] of seen) if (at - signedAt > 2 * busyMs) seen.delete(id);
    for (const [id, before] of refused) if (at - before.at > 2 * refusedMs) refused.delete(id);
    for (const [signature, since] of outside) if (at - since > 3 * overlapSeconds * 1000) outside.delete(signature);
  }

  const clock: CheckpointClock = {
    start() {
      timer = setInterval(() => {
        looking ??= clock.tick().finally(() => (looking = undefined));
      }, everyMs);
    },
    async close() {
      clearInterval(timer);
      await looking;
    },
    async tick() {
      try {
        await look();
        isFailing = false;
      } catch (error) {
        // A database that is away is told once.
        if (!isFailing) onFault(error);
        isFailing = true;
      }
    },
  };
  return clock;
}
