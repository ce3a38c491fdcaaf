import { ChainCheck } from '../chain/chain-check.ts';
import { origin } from '../chain/chain.ts';
import type { Chain, ChainEnd, ChainLink } from '../chain/chain.ts';
import { textOf } from '../chain/entry-columns.ts';
import type { TamperReason, Verdict } from '../chain/verdict.ts';
import { checkpointFields, checkpointLine, readCheckpoint } from '../checkpoints/checkpoint-line.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import { createCheckpointProof, keyIdOf } from '../checkpoints/signing.ts';
import type { CheckpointProof } from '../checkpoints/signing.ts';
import { entryLine, headLine } from './export-lines.ts';
import type { ExportHead } from './export-lines.ts';
import { readLine } from './read-line.ts';

export interface VerifyExportOptions {
  /** Ed25519 public key, base64url, as it was had from the service beforehand. Absent: the one that the export names. */
  readonly publicKey?: string | undefined;
  /** Checkpoints that were kept elsewhere; those of other chains are left aside. */
  readonly checkpoints?: readonly Checkpoint[];
}

export interface ExportVerdict extends Verdict {
  readonly chain: Chain;
  /** When the export was made, as it says. */
  readonly exportedAt: string;
  /** The key that it was held against. */
  readonly keyId: string;
  /**
   * How many of the checkpoints that were kept elsewhere were signed after the export was made and are of entries after its end. It
   * says nothing of those entries. 0 of an export that was tampered with.
   */
  readonly later: number;
}

/** Why a text is no export at all. */
export class UnreadableExport extends Error {}

/**
 * Checks an export, line by line, with nothing but itself, a public key and the checkpoints that were kept elsewhere. Those that are
 * in it are held against it too, each after its entry. Each line must be, letter by letter, as the service writes it; an empty one is
 * none of it.
 *
 * @throws UnreadableExport when the first line is not that of an export, or the key is none
 */
export async function verifyExport(lines: AsyncIterable<string>, options: VerifyExportOptions = {}): Promise<ExportVerdict> {
  let reading: ExportReading | undefined;
  for await (const line of lines) {
    if (reading?.isOver) continue;
    if (reading === undefined) reading = new ExportReading(line, options);
    else reading.add(line);
  }
  if (reading === undefined) throw new UnreadableExport('there is nothing in it');
  return reading.finish();
}

class ExportReading {
  readonly #head: ExportHead;
  readonly #keyId: string;
  readonly #proof: CheckpointProof;
  readonly #kept: readonly Checkpoint[];
  /** What is before the first entry: the place where the chain begins, when that is not its origin. */
  readonly #starts: Checkpoint[] = [];
  #check: ChainCheck | undefined;
  /** What checkpoints of the export are held against. */
  #last: ChainEnd | undefined;
  #closing: Checkpoint | undefined;
  /** The last place that a checkpoint fitted. */
  #vouched = 0;
  #fault: { readonly reason: TamperReason; readonly firstBadSeq: number } | undefined;

  constructor(line: string, { publicKey, checkpoints = [] }: VerifyExportOptions) {
    const head = readHead(line);
    const key = publicKey ?? head.publicKey;
    this.#head = head;
    if (!isSameKey(key, head.publicKey) || head.keyId !== keyIdOf(key)) this.#report('key_differs', 0);
    if (line !== headLine(head)) this.#report('incomplete', 0);
    this.#keyId = keyIdOf(key);
    this.#proof = proofOf(key);
    this.#kept = checkpoints;
  }

  get isOver(): boolean {
    return this.#fault !== undefined;
  }

  add(line: string): void {
    const value = readLine(line);
    const link = linkOf(this.#head.chain, value);
    const checkpoint = link ? undefined : checkpointOf(value);
    const { seq } = this.#place();
    // Nothing comes after the end, and nothing else comes before it.
    if (this.#closing || (!link && !checkpoint)) this.#report('incomplete');
    else if (link) this.#addLink(link);
    else if (checkpoint) this.#addCheckpoint(checkpoint);
    // What says the same in other letters is not what was written.
    if (this.#check?.isOver !== true && line !== this.#written(link, checkpoint)) this.#report('incomplete', seq);
  }

  /** The line as the service writes it. An entry that is not there is reported as such. */
  #written(link: ChainLink | undefined, checkpoint: Checkpoint | undefined): string | undefined {
    return link ? entryLine(this.#head.chain, link) : checkpoint && checkpointLine(checkpoint);
  }

  finish(): ExportVerdict {
    if (!this.#closing) this.#report('incomplete');
    const { tampering: inChain, ...verdict } = this.#begun().finish(undefined, this.#closing?.at);
    const tampering = earlier(this.#fault, inChain);
    const isLater = (one: Checkpoint): boolean => isOf(this.#head.chain, one) && one.seq > verdict.head.seq;
    return {
      ...verdict,
      tampering,
      later: tampering ? 0 : this.#kept.filter(isLater).length,
      chain: this.#head.chain,
      exportedAt: this.#closing?.at ?? this.#head.exportedAt,
      keyId: this.#keyId,
    };
  }

  #addLink(link: ChainLink): void {
    this.#begun().add(link);
    this.#last = link;
  }

  /** Of an entry that was just read; of none, before the first. */
  #addCheckpoint(checkpoint: Checkpoint): void {
    const { chain } = this.#head;
    if (!this.#last && checkpoint.purpose === 'start') this.#starts.push(checkpoint);
    if (checkpoint.purpose === 'export') this.#closing = checkpoint;
    const { seq, hash } = this.#place();
    if (!isOf(chain, checkpoint)) this.#report('checkpoint_forged');
    else if (!this.#proof(checkpoint)) this.#report('checkpoint_forged', Math.max(0, Math.min(seq, checkpoint.seq) - 1));
    else if (checkpoint.seq !== seq) this.#report(checkpoint.seq > seq ? 'tail_missing' : 'incomplete');
    else if (checkpoint.hash !== hash) this.#report('chain_rewritten', this.#vouched);
    else if (checkpoint === this.#closing && checkpoint.at !== this.#head.exportedAt) this.#report('incomplete');
    else this.#vouched = seq;
  }

  #begun(): ChainCheck {
    const { chain } = this.#head;
    return (this.#check ??= new ChainCheck({ chain, checkpoints: [...this.#starts, ...this.#kept], proof: this.#proof }));
  }

  #report(reason: TamperReason, good = this.#place().seq): void {
    this.#fault ??= { reason, firstBadSeq: good + 1 };
  }

  /** What was read last. */
  #place(): ChainEnd {
    return this.#last ?? this.#starts.at(-1) ?? origin;
  }
}

/** Whether a checkpoint is about that chain. */
export const isOf = ({ kind, id }: Chain, { chain }: Checkpoint): boolean => chain.id === id && chain.kind === kind;

/** The same bytes, however whoever keeps a key wrote them down; an export writes them in one way. */
function isSameKey(given: string, named: string): boolean {
  return Buffer.from(given, 'base64url').toString('base64url') === named;
}

/** What comes first in the chain. */
function earlier<Found extends { readonly firstBadSeq: number }>(a: Found | undefined, b: Found | undefined): Found | undefined {
  return a && (!b || a.firstBadSeq <= b.firstBadSeq) ? a : b;
}

function readHead(line: string): ExportHead {
  const value = readLine(line);
  if (typeof value !== 'object' || value === null) {
    throw new UnreadableExport('its first line is no JSON object, or names something twice');
  }
  const { type, version, chain, id, public_key: publicKey, key_id: keyId, exported_at: exportedAt } = value as Record<string, unknown>;
  const isKnown = type === 'cairn.audit.export' && version === 1 && (chain === 'project' || chain === 'directory');
  if (!isKnown || Object.keys(value).length !== 7 || [id, publicKey, keyId, exportedAt].some((part) => typeof part !== 'string')) {
    throw new UnreadableExport('its first line is not that of an export of version 1');
  }
  return { chain: { kind: chain, id: String(id) }, publicKey: String(publicKey), keyId: String(keyId), exportedAt: String(exportedAt) };
}

function linkOf({ kind }: Chain, value: unknown): ChainLink | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, seq, hash, entry } = value as Record<string, unknown>;
  if (type !== 'entry' || Object.keys(value).length !== 4 || typeof seq !== 'number' || typeof hash !== 'string') return undefined;
  return { seq, hash, text: textOf(kind, entry) ?? null };
}

/** Of a line that says nothing beside it. */
function checkpointOf(value: unknown): Checkpoint | undefined {
  const checkpoint = readCheckpoint(value);
  const isAll = checkpoint && Object.keys(value as object).length === Object.keys(checkpointFields(checkpoint)).length;
  return isAll ? checkpoint : undefined;
}

function proofOf(publicKey: string): CheckpointProof {
  try {
    return createCheckpointProof(publicKey);
  } catch {
    throw new UnreadableExport('the key is no Ed25519 public key (32 bytes, base64url)');
  }
}
