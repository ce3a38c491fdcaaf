import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** What is to become the password of a user. */
export interface Claim {
  readonly name: string;
  readonly password: string;
}

/**
 * Whose a user is, as which services are to connect: users belong to the whole server, and another program or installation there would be shut
 * out by another password.
 *
 * - `own`: it is not there yet, or was let in here and nowhere else.
 * - `opens`: it may be others' as well, and has that password.
 * - `unasked`: it may be others' as well, and the server takes any password here, so nobody can tell.
 */
export type Standing = 'own' | 'opens' | 'unasked';

/** @throws Error when it may be others' as well and has another password. */
export async function standingOf(owner: pg.Client, { name, password }: Claim): Promise<Standing> {
  if (!(await isThere(owner, name))) return 'own';
  const { isHere, others } = await letInto(owner, name);
  if (isHere && others.length === 0) return 'own';
  if (await lets(owner, { name, password: randomBytes(18).toString('hex') })) return 'unasked';
  if (await lets(owner, { name, password })) return 'opens';
  const why =
    others.length === 0
      ? 'is there already and was not made for this database'
      : `is let into other databases of this server as well (${others.join(', ')})`;
  throw new Error(`the user ${name} ${why}, and this is not its password; give that one, or name a user of this installation alone`);
}

async function isThere(owner: pg.Client, name: string): Promise<boolean> {
  return (await owner.query('select from pg_roles where rolname = $1', [name])).rowCount !== 0;
}

/** By what the databases were told themselves: everybody may enter most of them. */
async function letInto(owner: pg.Client, name: string): Promise<{ readonly isHere: boolean; readonly others: readonly string[] }> {
  const { rows } = await owner.query<{ name: string; here: boolean }>(
    `select d.datname as name, d.datname = current_database() as here
      from pg_database d, aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
      where a.privilege_type = 'CONNECT' and r.rolname = $1 order by 1`,
    [name],
  );
  return { isHere: rows.some(({ here }) => here), others: rows.filter(({ here }) => !here).map((row) => row.name) };
}

/** A user that may not enter this database was asked for its password before it was told so. */
const mayNotEnter = '42501';

async function lets({ host, port, database, ssl }: pg.Client, { name, password }: Claim): Promise<boolean> {
  const client = new pg.Client({ host, port, database, ssl, user: name, password });
  try {
    await client.connect();
    return true;
  } catch (error) {
    return (error as { code?: string }).code === mayNotEnter;
  } finally {
    await client.end();
  }
}
