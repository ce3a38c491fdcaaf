import type { Statement } from './statement.ts';

/** Finds among statements those that one may repeat or contradict, without comparing it with each. */
export class Relatives<Owner> {
  readonly #bySpelling = new Map<string, Owner>();
  readonly #byTerm = new Map<string, { readonly owner: Owner; readonly size: number }[]>();

  add(owner: Owner, { spelling, terms }: Statement): void {
    if (!this.#bySpelling.has(spelling)) this.#bySpelling.set(spelling, owner);
    for (const term of terms) {
      const holders = this.#byTerm.get(term);
      if (holders) holders.push({ owner, size: terms.size });
      else this.#byTerm.set(term, [{ owner, size: terms.size }]);
    }
  }

  /** Those of the same spelling, and those that share at least `share` (Jaccard) of their terms; in order of their adding. */
  of({ spelling, terms }: Statement, share: number): Owner[] {
    const shared = new Map<Owner, { count: number; readonly size: number }>();
    for (const term of terms) {
      for (const { owner, size } of this.#byTerm.get(term) ?? []) {
        const entry = shared.get(owner);
        if (entry) entry.count += 1;
        else shared.set(owner, { count: 1, size });
      }
    }
    const found = Array.from(shared).filter(([, { count, size }]) => count >= share * (terms.size + size - count));
    const twin = this.#bySpelling.get(spelling);
    const owners = new Set(found.map(([owner]) => owner));
    if (twin !== undefined) owners.add(twin);
    return [...owners];
  }
}
