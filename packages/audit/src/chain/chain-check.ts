import { checkpointLine } from '../checkpoints/checkpoint-line.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import type { CheckpointProof } from '../checkpoints/signing.ts';
import { origin } from './chain.ts';
import type { Chain, ChainEnd, ChainLink } from './chain.ts';
import { hashAfter } from './entry-hash.ts';
import type { TamperReason, Tampering, Verdict } from './verdict.ts';

export interface ChainCheckOptions {
  readonly chain: Chain;
  /** Those of the chain, from wherever they were kept, in any order. Others are left aside. */
  readonly checkpoints: readonly Checkpoint[];
  readonly proof: CheckpointProof;
}

/**
 * Holds a chain against itself and against what was signed of it, entry by entry and in order. A checkpoint that fits what was
 * recomputed, and is the same word for word where else it was kept, needs no proof, since both vouch for it; all others are proved.
 */
export class ChainCheck {
  readonly #proof: CheckpointProof;
  readonly #checkpoints: readonly Checkpoint[];
  /** In how many places each of them was kept. */
  readonly #lines: ReadonlyMap<string, number>;
  /** In ascending order, those that are still ahead. */
  readonly #ahead: Checkpoint[];
  #end: ChainEnd;
  #entries = 0;
  /** Those that fitted what was recomputed. */
  readonly #met: Checkpoint[] = [];
  /** The first that fits and is not signed. */
  #forged: Checkpoint | undefined;
  #isBegun = false;
  #tampering: Tampering | undefined;

  constructor({ chain, checkpoints, proof }: ChainCheckOptions) {
    this.#proof = proof;
    this.#checkpoints = checkpoints
      .filter((one) => one.chain.id === chain.id && one.chain.kind === chain.kind)
      .toSorted((a, b) => a.seq - b.seq);
    this.#lines = timesEach(this.#checkpoints.map(checkpointLine));
    this.#ahead = [];
    this.#end = origin;
  }

  /** True once something was found; nothing that is added then is looked at. */
  get isOver(): boolean {
    return this.#tampering !== undefined;
  }

  add(link: ChainLink): void {
    if (this.isOver) return;
    if (!this.#isBegun) this.#begin(link.seq - 1);
    if (this.isOver) return;
    const due = this.#end.seq + 1;
    if (link.seq !== due || link.text === null) return this.#report('entry_missing', due);
    const hash = hashAfter(this.#end, link.text);
    if (hash !== link.hash) return this.#report('entry_changed', due);
    this.#end = { seq: due, hash };
    this.#entries += 1;
    this.#meetCheckpoints();
  }

  /**
   * @param head what is noted as the chain's end, where there is such a note
   * @param asOf ISO 8601; what was signed after that time may be of entries that came later, and they are not missed
   */
  finish(head?: ChainEnd, asOf?: string): Verdict {
    if (!this.#isBegun && !this.isOver) this.#begin(undefined);
    this.#meetEnd(head, asOf);
    const { seq = Number.POSITIVE_INFINITY } = this.#forged ?? {};
    if (seq < (this.#tampering?.firstBadSeq ?? Number.POSITIVE_INFINITY)) this.#report('checkpoint_forged', seq);
    return { tampering: this.#tampering, entries: this.#entries, head: this.#end };
  }

  /** The place before the first entry: where nothing was, or where a signed start is. Without entries, the last such start. */
  #begin(seq: number | undefined): void {
    this.#isBegun = true;
    const starts = this.#checkpoints.filter((one) => one.purpose === 'start');
    if (seq !== 0) {
      const start = starts.findLast((one) => (seq === undefined || one.seq === seq) && this.#proof(one));
      if (start) {
        this.#end = { seq: start.seq, hash: start.hash };
      } else if (seq !== undefined) {
        const last = starts.findLast((one) => one.seq < seq && this.#proof(one));
        this.#report('beginning_missing', (last?.seq ?? 0) + 1);
      }
    }
    this.#ahead.push(...this.#checkpoints.filter((one) => one.seq > this.#end.seq || (one.seq === this.#end.seq && one.seq > 0)));
    this.#meetCheckpoints();
  }

  /** Those at the place that was reached. */
  #meetCheckpoints(): void {
    for (let next = this.#ahead[0]; next !== undefined && next.seq === this.#end.seq && !this.isOver; next = this.#ahead[0]) {
      this.#ahead.shift();
      if (next.hash === this.#end.hash) this.#meet(next);
      else if (this.#proof(next)) this.#report('chain_rewritten', (this.#met.findLast(this.#proof)?.seq ?? 0) + 1);
      else this.#report('checkpoint_forged', next.seq);
    }
  }

  #meet(checkpoint: Checkpoint): void {
    if (this.#lines.get(checkpointLine(checkpoint)) === 1 && !this.#proof(checkpoint)) this.#forged ??= checkpoint;
    else this.#met.push(checkpoint);
  }

  #meetEnd(head: ChainEnd | undefined, asOf: string | undefined): void {
    const { seq, hash } = this.#end;
    const isLater = (one: Checkpoint): boolean => asOf !== undefined && one.at > asOf && this.#proof(one);
    const beyond = this.#ahead.filter((one) => one.seq > seq && !isLater(one));
    const further = beyond[0];
    const last = this.#met.at(-1);
    if (this.isOver) return;
    if (last && !this.#proof(last)) this.#report('checkpoint_forged', last.seq);
    else if (further) {
      if (beyond.some(this.#proof)) this.#report('tail_missing', seq + 1);
      else this.#report('checkpoint_forged', further.seq);
    } else if (head && head.seq > seq) this.#report('tail_missing', seq + 1);
    else if (head && (head.seq < seq || head.hash !== hash)) this.#report('head_mismatch', Math.max(1, Math.min(head.seq + 1, seq)));
  }

  #report(reason: TamperReason, firstBadSeq: number): void {
    this.#tampering = { reason, firstBadSeq };
  }
}

function timesEach(lines: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return times;
}
