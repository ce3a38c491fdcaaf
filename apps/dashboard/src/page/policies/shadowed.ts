import type { Rule } from '../api/policies.ts';

const longestId = 64;

/**
 * Rules in force with those of a draft that are not among them beside, on trial: they are told of in every decision that they would be about,
 * and decide nothing. A rule in force that the draft changes stays, and the changed one has another id.
 */
export function shadowed(active: readonly Rule[], draft: readonly Rule[]): readonly Rule[] {
  const known = new Set(active.map((rule) => JSON.stringify(rule)));
  const ids = new Set(active.map(({ id }) => id));
  const onTrial = draft
    .filter((rule) => !known.has(JSON.stringify(rule)))
    .map((rule) => {
      const id = freeId(rule.id, ids);
      ids.add(id);
      return { ...rule, id, mode: 'shadow' as const };
    });
  return [...active, ...onTrial];
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let turn = 0; ; turn += 1) {
    const ending = turn === 0 ? '' : turn === 1 ? '-trial' : `-trial${turn}`;
    const id = `${wanted.slice(0, longestId - ending.length)}${ending}`;
    if (!taken.has(id)) return id;
  }
}
