/**
 * The canonical JSON text of a value (RFC 8785): members in the order of their names' UTF-16 code units, no white space, numbers as
 * JavaScript writes them. Members that are undefined are left out.
 * @throws TypeError for what JSON does not have: numbers that are not finite, functions, undefined in a list.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, one]) => one !== undefined);
    const texts = members.toSorted(byName).map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`);
    return `{${texts.join(',')}}`;
  }
  throw new TypeError(`JSON has no ${typeof value}`);
}

/** Strings compare by UTF-16 code units. */
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
