import type { Rule } from './rule.ts';

/** An immutable set of rules. */
export interface Revision {
  readonly number: number;
  readonly name: string;
  readonly rules: readonly Rule[];
}
