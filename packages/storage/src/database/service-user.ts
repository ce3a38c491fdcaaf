import pg from 'pg';
import type { Database } from './open.ts';
import { scramVerifier } from './scram-verifier.ts';

const granted = ['cairn_app', 'cairn_maintenance'];

/**
 * Makes the user as whom services connect: one that owns nothing and may take the two roles of services, one at a time. One that is there
 * already must have no more than that; its password becomes the one that is given. It takes an owner who may make roles.
 *
 * @param database on a server, migrated
 * @param address of the same database as services are told it; without a password the user gets none, and the server lets it in otherwise
 * @throws Error that says what is wrong with the user
 */
export async function admitServiceUser(database: Pick<Database, 'queueConnection'>, address: string): Promise<void> {
  const { name, password } = credentialsIn(address);
  const owner = new pg.Client(database.queueConnection);
  await owner.connect();
  try {
    // Held until the connection ends: a role is changed by one at a time, or it is refused.
    await owner.query("select pg_advisory_lock(hashtext('cairn: the user of services'))");
    const user = owner.escapeIdentifier(name);
    await make(owner, user);
    const excess = await excessOf(owner, name);
    if (excess.length > 0) throw new Error(`the user ${name} ${excess.join(', ')}; services need one that does not`);
    if (password !== '') await owner.query(`alter role ${user} password ${owner.escapeLiteral(await scramVerifier(password))}`);
    await letIn(owner, { name, user });
  } finally {
    await owner.end();
  }
}

function credentialsIn(address: string): { readonly name: string; readonly password: string } {
  const url = new URL(address);
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (name === '') throw new Error('the address names no user');
  if (!/^[ -~]*$/.test(password)) throw new Error('the password of the user of services has to be of visible ASCII characters');
  return { name, password };
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
  await owner.query(`grant ${granted.join(', ')} to ${user}${eachGrantTells ? ' with inherit false' : ''}`);
  await owner.query(
    `do $$ begin execute format('grant connect on database %I to %I', current_database(), ${owner.escapeLiteral(name)}::text); end $$`,
  );
}

/**
 * What the user may do that services must not, each as the end of a sentence that begins with it; empty when it is as it has to be.
 * What membership in another role makes of it counts as well.
 *
 * @param asker any connection to the database in question, of any user
 */
async function excessOf(asker: Pick<pg.ClientBase, 'query'>, name: string): Promise<string[]> {
  const { rows } = await asker.query<{ what: string }>(excessQuery, [name]);
  return rows.map(({ what }) => what);
}

// A superuser is in every role; saying that it is one is enough.
const excessQuery = `
  with self as (select * from pg_roles where rolname = $1),
  own as (select r.* from pg_roles r, self where r.oid = self.oid or (not self.rolsuper and pg_has_role(self.oid, r.oid, 'member'))),
  lesser as (select * from own where not rolsuper)
  select 'is a superuser' as what where exists (select from own where rolsuper)
  union all select 'bypasses row-level security' where exists (select from lesser where rolbypassrls)
  union all select 'may make roles' where exists (select from lesser where rolcreaterole)
  union all select 'may make databases' where exists (select from lesser where rolcreatedb)
  union all select 'may replicate the server' where exists (select from lesser where rolreplication)
  union all select 'is in the role ' || rolname from lesser where rolname like 'pg\\_%'
  union all select 'may make schemas' where exists (select from lesser where has_database_privilege(oid, current_database(), 'create'))
  union all select 'owns what is Cairn''s' where exists
    (select from pg_namespace n join lesser on lesser.oid = n.nspowner where n.nspname = 'cairn'
     union all select from pg_class c join pg_namespace n on n.oid = c.relnamespace join lesser on lesser.oid = c.relowner where n.nspname = 'cairn')`;

/** Whether the user has the rights of the roles of services without taking one of them. */
async function inheritsRoles(asker: Pick<pg.ClientBase, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await asker.query("select from pg_roles where rolname = any ($2) and pg_has_role($1::name, oid, 'usage')", [
    name,
    granted,
  ]);
  return rowCount !== 0;
}

/** For the start of a service: as whom it connected, and what is wrong with that, or undefined. */
export async function serviceUserFault(asker: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await asker.query<{ name: string }>('select session_user::text as name');
  const name = rows[0]?.name ?? '';
  const excess = await excessOf(asker, name);
  if (excess.length === 0 && (await inheritsRoles(asker, name))) excess.push('has the rights of the roles of services at once');
  if (excess.length === 0) return undefined;
  return `the database user ${name} ${excess.join(', ')}; let services connect as one that does not, which migrate makes`;
}
