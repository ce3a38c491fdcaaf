/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object, and its own member
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
