/** Bounds of every paged list: `limit` is clamped to 1..200 and 50 when absent. */
export const pageBounds = { defaultLimit: 50, maxLimit: 200 } as const;

export interface Page {
  /** 1..200 */
  readonly limit: number;
  /** 0..2^53-1; past the end gives no rows and the right total. */
  readonly offset: number;
}

export interface PageOf<Item> extends Page {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Where a walk stands: the last item seen, in the order of the list (`createdAt` descending, then id descending). */
export interface PageMark {
  /** ISO 8601, UTC, milliseconds, as the item showed it. */
  readonly createdAt: string;
  readonly id: string;
}

/** The next part of a walk over a whole list: what is made or removed meanwhile neither repeats nor hides another item. */
export interface Walk {
  /** 1..201 */
  readonly limit: number;
  /** Absent at the beginning. The item itself may be gone meanwhile. */
  readonly after?: PageMark | undefined;
}

/** The page that is applied for what the caller asked: the limit is clamped, the offset kept. */
export function pageOf(asked: { limit?: number | undefined; offset?: number | undefined }): Page {
  return { limit: Math.min(asked.limit ?? pageBounds.defaultLimit, pageBounds.maxLimit), offset: asked.offset ?? 0 };
}
