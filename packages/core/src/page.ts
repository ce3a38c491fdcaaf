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

/** The page that is applied for what the caller asked: the limit is clamped, the offset kept. */
export function pageOf(asked: { limit?: number | undefined; offset?: number | undefined }): Page {
  return { limit: Math.min(asked.limit ?? pageBounds.defaultLimit, pageBounds.maxLimit), offset: asked.offset ?? 0 };
}
