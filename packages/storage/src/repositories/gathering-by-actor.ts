import type { Actor } from '@cairn/core';
import { Gathering } from './gathering.ts';

/** Does the work of some items of one credential: a result for each, in their order. */
export type WorkOfActor<Item, Result> = (actor: Actor, items: readonly Item[]) => Promise<readonly Result[]>;

// 4 MiB of the longest contents.
const maxItems = 64;

/**
 * Writes of one credential that come while others of it are under way share the next transaction: most of what a write costs is the
 * round trip and the commit. What becomes of one credential's writes touches no other's.
 */
export function gatherByActor<Item, Result>(work: WorkOfActor<Item, Result>): (actor: Actor, item: Item) => Promise<Result> {
  const gatherings = new Map<string, Gathering<Item, Result>>();

  function gatheringOf(actor: Actor): Gathering<Item, Result> {
    const key = [actor.projectId, actor.userId, actor.ownerId, actor.credentialId, actor.kind].join(' ');
    const known = gatherings.get(key);
    if (known) return known;
    const gathering = new Gathering<Item, Result>({
      maxItems,
      work: (items) => work(actor, items),
      idle: () => gatherings.delete(key),
    });
    gatherings.set(key, gathering);
    return gathering;
  }

  return (actor, item) => gatheringOf(actor).add(item);
}
