/**
 * SQL that makes the shared session a connection's own: whoever used it before, its user, role and settings are gone
 * and this connection's are in place. It runs before every batch outside a transaction (8 µs), so nothing has to be
 * known about what the batch before it did.
 */
export function settingsSql(settings: ReadonlyMap<string, string>): string {
  const others = [...settings].filter(([name]) => name !== 'role').map(([name, value]) => setting(name, value));
  return [
    // RESET ALL leaves the user and the role alone; and a session without a server has no default user to return to.
    "SET SESSION AUTHORIZATION 'postgres'",
    'RESET ALL',
    ...others,
    // Last: a lesser role may not set everything.
    setting('role', settings.get('role') ?? 'none'),
  ].join('; ');
}

function setting(name: string, value: string): string {
  const values = name === 'search_path' ? splitNames(value).map((part) => quoteIdentifier(part)) : [quoteLiteral(value)];
  return `SET ${name} TO ${values.length === 0 ? "''" : values.join(', ')}`;
}

/** A list of identifiers as Postgres reads it: parted by commas, folded to lower case unless quoted. */
function splitNames(list: string): readonly string[] {
  const names = list.match(/"(?:[^"]|"")*"|[^\s,"]+/g) ?? [];
  return names.map((name) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase()));
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** An escape string: it reads the same whatever the batch before left in standard_conforming_strings. */
function quoteLiteral(value: string): string {
  return `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
