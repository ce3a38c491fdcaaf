import { ChainCheck } from '../chain/chain-check.ts';
import { origin } from '../chain/chain.ts';
import type { Chain, ChainEnd } from '../chain/chain.ts';
import type { Tampering } from '../chain/verdict.ts';
import { checkpointLine } from '../checkpoints/checkpoint-line.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { createCheckpointProof } from '../checkpoints/signing.ts';
import type { CheckpointSigner } from '../checkpoints/signing.ts';
import { checkpointLines, entryLine, exportEnd, headLine } from '../offline/export-lines.ts';
import type { AuditChains, CheckpointSink } from './audit-ports.ts';
import { linksUpTo } from './links-up-to.ts';

export interface AuditLogOptions {
  readonly chains: Pick<AuditChains, 'head' | 'links' | 'hasUnchained' | 'isPolicyTold' | 'checkpoints' | 'keep'>;
  readonly sink: CheckpointSink;
  readonly signer: CheckpointSigner;
  /** Told of every checkpoint that is kept, and of those that could not be. */
  readonly onCheckpoint: (checkpoint: Checkpoint) => void;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => Date;
}

export interface Verification {
  /** Undefined when everything is as it was written. */
  readonly tampering: Tampering | undefined;
  /** Entries that were found as they were written. */
  readonly entries: number;
  /** The last of them. */
  readonly head: ChainEnd;
}

/** Verifies chains, exports them and signs where they are. */
export interface AuditLog {
  /** How what is signed is checked. */
  readonly key: Pick<CheckpointSigner, 'publicKey' | 'keyId'>;
  /** Those that ask for one chain at the same time share the answer. A chain that is as it was written gets a checkpoint of its end. */
  verify(chain: Chain): Promise<Verification>;
  /** The chain as lines of NDJSON in pieces, with its checkpoints and a signed end. */
  export(chain: Chain): AsyncGenerator<string, void, undefined>;
}

export function createAuditLog(options: AuditLogOptions): AuditLog {
  const { signer } = options;
  const proof = createCheckpointProof(signer.publicKey);
  const running = new Map<string, Promise<Verification>>();

  async function verifyNow(chain: Chain): Promise<Verification> {
    const { known, head } = await stateOf(options, chain);
    const check = new ChainCheck({ chain, checkpoints: known, proof });
    for await (const links of linksUpTo(options.chains, chain, { upTo: head.seq })) {
      for (const link of links) check.add(link);
      if (check.isOver) break;
    }
    const verdict = check.finish(head);
    if (verdict.tampering === undefined && (await options.chains.hasUnchained(chain))) {
      return { ...verdict, tampering: { reason: 'entry_unchained', firstBadSeq: verdict.head.seq + 1 } };
    }
    // The chain is right, and what it tells is not what holds.
    if (verdict.tampering === undefined && !(await options.chains.isPolicyTold(chain))) {
      return { ...verdict, tampering: { reason: 'policy_not_activated', firstBadSeq: verdict.head.seq + 1 } };
    }
    if (verdict.tampering === undefined) await signHead(options, { chain, head, known });
    return verdict;
  }

  return {
    key: { publicKey: signer.publicKey, keyId: signer.keyId },

    verify(chain) {
      const name = `${chain.kind} ${chain.id}`;
      const known = running.get(name);
      if (known) return known;
      const verification = verifyNow(chain).finally(() => running.delete(name));
      running.set(name, verification);
      return verification;
    },

    export: (chain) => exportLines(options, chain),
  };
}

type Parts = AuditLogOptions;

/** What was signed of a chain first, and its end then: no checkpoint is of an end that comes later. */
async function stateOf({ chains, sink }: Parts, chain: Chain): Promise<{ readonly known: readonly Checkpoint[]; readonly head: ChainEnd }> {
  // A folder that several share has a line more than once.
  const known = (await Promise.all([chains.checkpoints(chain), sink.read(chain)])).flatMap(distinct);
  return { known, head: await chains.head(chain) };
}

interface SignedHead {
  readonly chain: Chain;
  readonly head: ChainEnd;
  readonly known: readonly Checkpoint[];
}

async function signHead(options: Parts, { chain, head, known }: SignedHead): Promise<void> {
  if (head.seq === 0 || known.some(({ seq, purpose }) => seq === head.seq && purpose === 'head')) return;
  const { signer, sink, chains, onCheckpoint, onFault, now = () => new Date() } = options;
  const checkpoint = signer.sign({ chain, purpose: 'head', ...head, at: now().toISOString() });
  try {
    await sink.append(checkpoint);
    await chains.keep(checkpoint);
    onCheckpoint(checkpoint);
  } catch (error) {
    onFault(error);
  }
}

async function* exportLines(options: Parts, chain: Chain): AsyncGenerator<string, void, undefined> {
  const { chains, signer, now = () => new Date() } = options;
  // Before the end is read: whatever was signed until then is of entries that are in it.
  const exportedAt = now().toISOString();
  const { known, head } = await stateOf(options, chain);
  yield `${headLine({ chain, publicKey: signer.publicKey, keyId: signer.keyId, exportedAt })}\n`;
  const bySeq = Map.groupBy(distinct(known), ({ seq }) => seq);
  let end: ChainEnd | undefined;
  for await (const links of linksUpTo(chains, chain, { upTo: head.seq })) {
    const first = links[0];
    if (!end && first) yield startLines(bySeq, first.seq - 1);
    yield links.map((link) => `${entryLine(chain, link)}\n${checkpointLines(bySeq.get(link.seq) ?? [])}`).join('');
    end = links.at(-1);
  }
  if (!end) yield startLines(bySeq, head.seq);
  const { seq, hash } = end ?? (head.seq > 0 && bySeq.has(head.seq) ? head : origin);
  yield checkpointLines([signer.sign(exportEnd(chain, { seq, hash }, exportedAt))]);
}

/** The start that a chain whose beginning was let go stands on. */
function startLines(bySeq: ReadonlyMap<number, readonly Checkpoint[]>, seq: number): string {
  return checkpointLines((bySeq.get(seq) ?? []).filter(({ purpose }) => purpose === 'start'));
}

/** In the table and outside of it are the same ones. */
function distinct(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  return [...new Map(checkpoints.map((one) => [checkpointLine(one), one])).values()];
}
