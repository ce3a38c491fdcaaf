/** What one document may take, whatever its own headers say. */
export const readLimits = {
  /** UTF-16 code units of text. */
  characters: 67_108_864,
  /** Files in an archive. */
  entries: 10_000,
  /** Bytes inflated from an archive or a stream in all, counted as they come. */
  inflatedBytes: 268_435_456,
  /** Nobody's text shrinks so much; checked once an entry is past `ratioFrom` bytes. */
  inflationRatio: 200,
  ratioFrom: 4_194_304,
  /** Elements within elements. */
  depth: 256,
  /** Elements of one paragraph, table or page. */
  elements: 2_000_000,
  /** Cells of all tables. */
  cells: 4_000_000,
  pages: 20_000,
} as const;
