import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** What is to become the password of a user. */
export interface Claim {
  readonly name: string;
  readonly password: string;
}

/**
 * What speaks against giving a user the password, or undefined. Users belong to the whole server, so another installation there may have let in
 * the same one, and would be shut out by another password. Whoever gives the password that it has changes nothing.
 */
export async function usedElsewhere(owner: pg.Client, { name, password }: Claim): Promise<string | undefined> {
  const others = await otherDatabasesOf(owner, name);
  if (others.length === 0 || (await hasPassword(owner, { name, password }))) return undefined;
  return (
    `the user ${name} is let into other databases of this server as well (${others.join(', ')}), and this is not its password; ` +
    'give that one, or name a user of this installation alone'
  );
}

/** By what they were told themselves: everybody may enter most databases. */
async function otherDatabasesOf(owner: pg.Client, name: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ datname: string }>(
    `select d.datname from pg_database d, aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
      where d.datname <> current_database() and a.privilege_type = 'CONNECT' and r.rolname = $1 order by 1`,
    [name],
  );
  return rows.map(({ datname }) => datname);
}

/** A server that asks for none here, or takes any, tells nothing of the password. */
async function hasPassword(owner: pg.Client, { name, password }: Claim): Promise<boolean> {
  return (await lets(owner, { name, password })) && !(await lets(owner, { name, password: randomBytes(18).toString('hex') }));
}

async function lets({ host, port, database, ssl }: pg.Client, { name, password }: Claim): Promise<boolean> {
  const client = new pg.Client({ host, port, database, ssl, user: name, password });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
