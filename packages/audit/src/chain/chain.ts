/** Of a project; or, as `directory`, of a workspace or an account, by whose id it is then named. */
export type ChainKind = 'project' | 'directory';

export interface Chain {
  readonly kind: ChainKind;
  readonly id: string;
}

/** Where a chain is after so many entries. */
export interface ChainEnd {
  /** Number of its last entry, from 1; 0 of a chain without entries. */
  readonly seq: number;
  /** Hex of the last entry's hash; zeros when there is none. */
  readonly hash: string;
}

/** Where every chain begins. */
export const origin: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** An entry as it lies in the chain. */
export interface ChainLink {
  readonly seq: number;
  /** Hex of the hash that was kept for it. */
  readonly hash: string;
  /** What the entry says, as the JSON array that is hashed; null when the entry is not there. */
  readonly text: string | null;
}
