import pg from 'pg';

const timestamptz = 1184;
const int8 = 20;

/**
 * How columns come back: `timestamptz` as ISO 8601 in UTC with milliseconds (sessions run in UTC), `bigint` as a number
 * (counts and sizes stay far below 2^53; the term hashes of the index are read as text by casting), the rest as `pg` does.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format) {
    if (oid === timestamptz) return isoTimestamp;
    if (oid === int8) return Number;
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a server has types that pg's own list does not name
    return pg.types.getTypeParser(oid, format);
  },
};

/** `2026-11-27 23:49:07.12+00` → `2026-11-27T23:49:07.120Z`. @internal */
export function isoTimestamp(text: string): string {
  const millis = text[19] === '.' ? text.slice(20, text.lastIndexOf('+')).slice(0, 3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
}
