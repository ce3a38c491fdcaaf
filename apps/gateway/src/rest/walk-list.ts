import { pageBounds } from '@cairn/core';
import type { PageMark, Walk } from '@cairn/core';
import { fromCursor, toCursor } from './cursor.ts';
import type { CursorScope } from './cursor.ts';

interface ListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface List<Item extends PageMark, Shown> {
  /** Name of the list and whose it is. */
  readonly scope: CursorScope;
  /** The next items after a mark, newest first. */
  readonly next: (walk: Walk) => Promise<readonly Item[]>;
  readonly show: (item: Item) => Shown;
}

/** One part of a list, and the cursor of the next when there is more. */
export async function walkList<Item extends PageMark, Shown>(
  { limit = pageBounds.defaultLimit, cursor }: ListQuery,
  { scope, next, show }: List<Item, Shown>,
): Promise<{ data: readonly Shown[]; next_cursor: string | null }> {
  const applied = Math.min(limit, pageBounds.maxLimit);
  // One more than asked for tells whether there is a next part.
  const found = await next({ limit: applied + 1, after: cursor === undefined ? undefined : fromCursor(scope, cursor) });
  const items = found.slice(0, applied);
  const last = items.at(-1);
  return { data: items.map(show), next_cursor: found.length > applied && last ? toCursor(scope, last) : null };
}

/** The same walk over a short list that is all at hand, newest first. */
export function walkArray<Item extends PageMark>(items: readonly Item[], { limit, after }: Walk): readonly Item[] {
  return items.filter((item) => after === undefined || isAfter(item, after)).slice(0, limit);
}

const isAfter = (item: PageMark, mark: PageMark): boolean =>
  item.createdAt === mark.createdAt ? item.id < mark.id : item.createdAt < mark.createdAt;
