import pg from 'pg';
import { scramVerifier } from './scram-verifier.ts';
import { standingOf, type Claim, type Standing } from './service-user-elsewhere.ts';
import { excessOf, rolesOfServices, type Asker } from './service-user-excess.ts';

/**
 * Makes the user as whom services connect: one that owns nothing and may take the two roles of services, one at a time. One that is there
 * already must have no more than that; its password becomes the one that is given, unless it may be another program's or installation's on the
 * server as well. It takes an owner who may make roles.
 *
 * @param database on a server, migrated
 * @param address of the same database as services are told it; without a password the user gets none, and the server lets it in otherwise
 * @returns what whoever operates it should know: as whom services connect, and by what
 * @throws Error that says what is wrong with the user, or with the address
 */
export async function admitServiceUser(database: { readonly queueConnection: pg.ClientConfig }, address: string): Promise<string> {
  const { name, password, databaseName } = partsOf(address);
  const owner = new pg.Client(database.queueConnection);
  await owner.connect();
  try {
    // Held until the connection ends: a role is changed by one at a time, or it is refused.
    await owner.query("select pg_advisory_lock(hashtext('cairn: the user of services'))");
    await requireSameDatabase(owner, databaseName);
    const standing = password === '' ? undefined : await standingOf(owner, { name, password });
    const user = owner.escapeIdentifier(name);
    await make(owner, user);
    const excess = await excessOf(owner, name);
    if (excess.length > 0) throw new Error(`the user ${name} ${excess.join(', ')}; services need one that does not`);
    if (standing === 'own') await owner.query(`alter role ${user} password ${owner.escapeLiteral(await scramVerifier(password))}`);
    await letIn(owner, { name, user });
    return `Services connect as ${name}, ${ways[standing ?? 'none']}.`;
  } finally {
    await owner.end();
  }
}

const ways: Readonly<Record<Standing | 'none', string>> = {
  own: 'with the password of the address',
  opens: 'with the password of the address',
  unasked: 'whose password was left as it is: others on this server may have that user too, and it is let in here by any password',
  none: 'the address has no password, so the server has to let it in by something else',
};

interface Parts extends Claim {
  /** As the server takes it: of the user's name when the address has none. */
  readonly databaseName: string;
}

function partsOf(address: string): Parts {
  const url = new URL(address);
  const [name, password, named] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent) as [string, string, string];
  if (name === '') throw new Error('the address names no user');
  if (!/^[ -~]*$/.test(password)) throw new Error('the password of the user of services has to be of visible ASCII characters');
  return { name, password, databaseName: named === '' ? name : named };
}

async function requireSameDatabase(owner: pg.Client, databaseName: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database()::text as name');
  const here = rows[0]?.name ?? '';
  if (databaseName !== here) {
    throw new Error(
      `the address is of the database ${databaseName}, and this one is ${here}; give the one that services of ${here} are told`,
    );
  }
}

// Roles belong to the whole server: another start may make it at the same moment.
async function make(owner: pg.Client, user: string): Promise<void> {
  await owner.query(`do $$ begin
    create role ${user} login noinherit nosuperuser nobypassrls nocreatedb nocreaterole noreplication;
  exception when duplicate_object or unique_violation then null; end $$`);
}

// With the rights of both roles at once it could read by the one what the other may only count: so it inherits from neither.
async function letIn(owner: pg.Client, { name, user }: { name: string; user: string }): Promise<void> {
  const { rows } = await owner.query<{ version: number }>("select current_setting('server_version_num')::int as version");
  const eachGrantTells = (rows[0]?.version ?? 0) >= 160_000;
  await owner.query(`alter role ${user} noinherit`);
  await owner.query(`grant ${rolesOfServices.join(', ')} to ${user}${eachGrantTells ? ' with inherit false' : ''}`);
  await owner.query(
    `do $$ begin execute format('grant connect on database %I to %I', current_database(), ${owner.escapeLiteral(name)}::text); end $$`,
  );
}

/** Whether the user has the rights of the roles of services without taking one of them. */
async function inheritsRoles(asker: Asker, name: string): Promise<boolean> {
  const { rowCount } = await asker.query("select from pg_roles where rolname = any ($2) and pg_has_role($1::name, oid, 'usage')", [
    name,
    rolesOfServices,
  ]);
  return rowCount !== 0;
}

/** For the start of a service: as whom it connected, and what is wrong with that, or undefined. */
export async function serviceUserFault(asker: Asker): Promise<string | undefined> {
  const { rows } = await asker.query<{ name: string }>('select session_user::text as name');
  const name = rows[0]?.name ?? '';
  const excess = await excessOf(asker, name);
  if (excess.length === 0 && (await inheritsRoles(asker, name))) excess.push('has the rights of the roles of services at once');
  if (excess.length === 0) return undefined;
  return `the database user ${name} ${excess.join(', ')}; let services connect as one that does not, which migrate makes`;
}
