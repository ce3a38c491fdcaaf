import type pg from 'pg';

/** What the user of services may be, one at a time, and no more. */
export const rolesOfServices: readonly string[] = ['cairn_app', 'cairn_maintenance'];

/** Any connection to the database in question, of any user: what is asked for stands in the catalog, which everybody reads. */
export type Asker = Pick<pg.ClientBase, 'query'>;

/**
 * What the user may do that services must not, each as the end of a sentence that begins with it; empty when it is as it has to be.
 * What membership in another role makes of it counts as well, and so does what everybody may do with what is Cairn's. A role that gives nothing,
 * such as one by which a managed server lets users sign in, is no excess; Postgres's own ones have rights that no catalog tells.
 */
export async function excessOf(asker: Asker, name: string): Promise<string[]> {
  const told: string[] = [];
  const ask = async (query: string, ...values: readonly unknown[]): Promise<void> => {
    const { rows } = await asker.query<{ what: string }>(query, [name, ...values]);
    told.push(...rows.map(({ what }) => what));
  };
  await ask(powers, rolesOfServices);
  await ask(rights, rolesOfServices);
  if (await knowsParameters(asker)) await ask(parameters, rolesOfServices);
  return told;
}

// A superuser is in every role; saying that it is one is enough.
const powers = `
  with self as (select * from pg_roles where rolname = $1),
  own as (select r.* from pg_roles r, self where r.oid = self.oid or (not self.rolsuper and pg_has_role(self.oid, r.oid, 'member'))),
  lesser as (select * from own where not rolsuper)
  select 'is a superuser' as what where exists (select from own where rolsuper)
  union all select 'bypasses row-level security' where exists (select from lesser where rolbypassrls)
  union all select 'may make roles' where exists (select from lesser where rolcreaterole)
  union all select 'may make databases' where exists (select from lesser where rolcreatedb)
  union all select 'may replicate the server' where exists (select from lesser where rolreplication)
  union all select 'is in the role ' || rolname from lesser where starts_with(rolname, 'pg_') and rolname <> all ($2)
  union all select distinct 'may give the role ' || pg_get_userbyid(m.roleid) || ' to others'
    from pg_auth_members m join lesser on lesser.oid = m.member where m.admin_option
  union all select 'may make schemas' where exists (select from lesser where has_database_privilege(oid, current_database(), 'create'))
  union all select 'owns what is Cairn''s' where exists
    (select from pg_namespace n join lesser on lesser.oid = n.nspowner where n.nspname = 'cairn'
     union all select from pg_class c join pg_namespace n on n.oid = c.relnamespace join lesser on lesser.oid = c.relowner where n.nspname = 'cairn'
     union all select from pg_proc p join pg_namespace n on n.oid = p.pronamespace join lesser on lesser.oid = p.proowner where n.nspname = 'cairn')`;

// Everybody may call a function unless that is taken back, which leads nowhere without a right to the schema.
const rights = `
  with self as (select * from pg_roles where rolname = $1 and not rolsuper),
  own as (select r.* from pg_roles r, self where not r.rolsuper and r.rolname <> all ($2) and pg_has_role(self.oid, r.oid, 'member')),
  cairn as (select * from pg_namespace where nspname = 'cairn'),
  kept as (
    select 1 as rank, 'the schema cairn' as thing, false as is_called, n.nspowner as owner, n.nspacl as acl from cairn n
    union all select 2, 'what is made there later', d.defaclobjtype = 'f', d.defaclrole, d.defaclacl from pg_default_acl d, cairn n
      where d.defaclnamespace in (0, n.oid) and d.defaclobjtype in ('r', 'S', 'f')
        and (d.defaclrole = n.nspowner or d.defaclrole in (select c.relowner from pg_class c where c.relnamespace = n.oid))
    union all select 3, 'the table ' || c.relname, false, c.relowner, c.relacl from pg_class c join cairn n on n.oid = c.relnamespace
    union all select 3, 'the table ' || c.relname, false, c.relowner, a.attacl from pg_class c join cairn n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
    union all select 4, 'the function ' || p.proname, true, p.proowner, p.proacl from pg_proc p join cairn n on n.oid = p.pronamespace
  ),
  held as (
    select distinct k.rank, k.thing || case when g.grantee = 0 then ' (as everybody)'
      when g.grantee <> self.oid then ' (as ' || pg_get_userbyid(g.grantee) || ')' else '' end as thing
    from kept k cross join lateral aclexplode(k.acl) g, self
    where g.grantee <> k.owner and (g.grantee in (select oid from own) or (g.grantee = 0 and not k.is_called))
  )
  select 'has rights of its own on ' || array_to_string((array_agg(thing order by rank, thing))[1:3], ', ')
    || case when count(*) > 3 then ' and ' || count(*) - 3 || ' more' else '' end as what
  from held having count(*) > 0`;

// Who may set session_replication_role puts the triggers of the audit aside.
const parameters = `
  select 'may set the parameter ' || p.parname as what from pg_parameter_acl p, pg_roles self
  where self.rolname = $1 and not self.rolsuper and exists (
    select from aclexplode(p.paracl) g where g.grantee = 0 or g.grantee in
      (select r.oid from pg_roles r where not r.rolsuper and r.rolname <> all ($2) and pg_has_role(self.oid, r.oid, 'member')))`;

/** From Postgres 15 on. */
async function knowsParameters(asker: Asker): Promise<boolean> {
  const { rows } = await asker.query<{ there: boolean }>("select to_regclass('pg_catalog.pg_parameter_acl') is not null as there");
  return rows[0]?.there === true;
}
