import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

/** Roles of the services' connections; the owner migrates and nobody else owns a thing. */
const roles = ['cairn_app', 'cairn_maintenance'] as const;

/** What runs with its owner's rights: reviewed one by one; each finds what it names in the catalog, and takes no statement as a text. */
const ownersRights = ['audit_cut_point', 'chain_entry', 'chain_event', 'cut_audit', 'forget_content', 'forget_content_of_memories'];

/** Bytes behind the wall that the maintenance role may read: where chains are, signed. Nothing that is sealed. */
const readByMaintenance = ['audit_checkpoints.hash', 'audit_checkpoints.signature', 'audit_heads.hash'];

describe.each(backends)('the roles of the services on %s', (backend) => {
  let store: TestStore;
  let owner: pg.Pool;
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await owner.query<Row>(text, values)).rows;

  beforeAll(async () => {
    store = await openStore(backend);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  test('may not log in, bypass row-level security, make roles or databases, and are in no other role', async () => {
    const given = await rows(
      `select rolname, rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as may
       from pg_roles where rolname = any ($1) order by rolname`,
      [roles],
    );
    expect(given).toEqual(roles.map((rolname) => ({ rolname, may: false })));
    const memberships = await rows(
      `select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = any ($1)`,
      [roles],
    );
    expect(memberships).toEqual([]);
  });

  test('own nothing, and may make nothing', async () => {
    expect(
      await rows(
        `select c.relname from pg_class c where pg_get_userbyid(c.relowner) = any ($1)
         union all select p.proname from pg_proc p where pg_get_userbyid(p.proowner) = any ($1)`,
        [roles],
      ),
    ).toEqual([]);
    for (const role of roles) {
      for (const schema of ['cairn', 'public']) {
        const [given] = await rows<{ may: boolean }>('select has_schema_privilege($1, $2, $3) as may', [role, schema, 'create']);
        expect([role, schema, given?.may]).toEqual([role, schema, false]);
      }
    }
  });

  test('are the roles in which the pools work', async () => {
    for (const [pool, role] of [
      [store.database.app, 'cairn_app'],
      [store.database.maintenance, 'cairn_maintenance'],
    ] as const) {
      const { rows: found } = await pool.query("select current_user::text as who, current_setting('row_security') as walled");
      expect(found).toEqual([{ who: role, walled: 'on' }]);
      await expect(pool.query("create function cairn.leak() returns int language sql as 'select 1'")).rejects.toThrow(/permission denied/);
      await expect(pool.query('alter table cairn.memories disable row level security')).rejects.toThrow(/must be owner/);
      await expect(pool.query('drop policy tenant on cairn.memories')).rejects.toThrow(/must be owner/);
    }
  });

  test('are behind the wall, but for maintenance, which may read nothing that is sealed', async () => {
    const open = await rows<{ table: string; role: string }>(
      `select c.relname as table, case when r = 0 then 'everybody' else pg_get_userbyid(r)::text end as role
       from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace, unnest(p.polroles) r
       where n.nspname = 'cairn' and pg_get_expr(p.polqual, p.polrelid) = 'true' and r <> c.relowner`,
    );
    expect(open.filter(({ role }) => role !== 'cairn_maintenance')).toEqual([]);
    expect(open.length).toBeGreaterThan(5);
    const readable = await rows<{ column: string }>(
      `select c.relname || '.' || a.attname as column
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where n.nspname = 'cairn' and c.relkind in ('r', 'p') and c.relrowsecurity and a.atttypid = 'bytea'::regtype
         and has_column_privilege('cairn_maintenance', c.oid, a.attnum, 'select') order by 1`,
    );
    expect(readable.map(({ column }) => column)).toEqual(readByMaintenance);
  });

  test('run no function with the rights of its owner but those that were looked at, whose path is fixed', async () => {
    const found = await rows<{ name: string; path: string | null; text: string }>(
      `select p.proname as name, p.prosrc as text,
         (select s from unnest(p.proconfig) s where starts_with(s, 'search_path=')) as path
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'cairn' and p.prosecdef order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(ownersRights);
    for (const { name, path, text } of found) {
      expect([name, path]).toEqual([name, 'search_path=pg_catalog, pg_temp']);
      expect([name, /\bexecute\b/i.test(text)]).toEqual([name, false]);
    }
  });
});
