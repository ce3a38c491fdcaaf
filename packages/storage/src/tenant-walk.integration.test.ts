import { createCast, type Cast } from '@cairn/test-kit';
import type { Actor } from '@cairn/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';
import { inhabit, notWalked, ofEveryProject, walks, type Inhabited } from './testing/tenant-walk.ts';

/** Repositories whose methods take a tenant. The rest is of people and secrets, each found by its own hash or person, or of the installation. */
const tenantParts =
  'stores tasks ingestion memoryIndexing reindex taskRuns scheduleRuns actionHistory commitments archives keyRotation usage audit directory'.split(
    ' ',
  );
const otherParts = new Set(
  `installationId probe credentials accounts sessions invitations operator oauth bootstrap outbox housekeeping directory.workspaces directory.members
  directory.invitations directory.once audit.sweep audit.signer audit.refused`.split(/\s+/),
);

/** Every method, by its repository and name. */
function methodsOf(tree: object, path: readonly string[] = []): string[] {
  return Object.entries(tree).flatMap(([name, member]: [string, unknown]) => {
    const at = [...path, name];
    if (otherParts.has(at.join('.'))) return [];
    if (typeof member === 'function') return [at.slice(-2).join('.')];
    return typeof member === 'object' && member !== null ? methodsOf(member, at) : [];
  });
}

interface Attempt {
  readonly project: string | undefined;
  /** Whose rows are asked for. */
  readonly tenant: string;
  readonly statement: string;
}

describe.each(backends)('every repository on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let home: Inhabited;
  let owner: pg.Pool;
  let stranger: Actor;

  beforeAll(async () => {
    store = await openStore(backend);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
    cast = await createCast(store.ports);
    home = await inhabit(store.ports, cast);
    stranger = await strangerOn(store, cast);
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  /** Tables behind the wall with the column of their tenant, from the catalog: a new one is walked by itself. */
  const tenantTables = async (): Promise<{ name: string; key: 'project_id' | 'workspace_id' }[]> =>
    (
      await owner.query<{ name: string; key: 'project_id' | 'workspace_id' }>(
        `select c.relname as name, a.attname as key from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_index i on i.indrelid = c.oid and i.indisprimary join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
         where n.nspname = 'cairn' and c.relkind in ('r', 'p') and c.relrowsecurity order by 1`,
      )
    ).rows;

  /** All that a project has, row by row. Work on its way to the queue comes and goes by itself. */
  const everythingOf = async (projectId: string): Promise<Record<string, unknown>> => {
    const tables = (await tenantTables()).filter(({ name, key }) => key === 'project_id' && name !== 'outbox');
    const rows = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows: found } = await owner.query(`select to_jsonb(t)::text as row from cairn.${name} t where project_id = $1 order by 1`, [
          projectId,
        ]);
        return [name, found.map(({ row }: { row: string }) => row)];
      }),
    );
    return Object.fromEntries(rows);
  };

  test('has a walk for each of its methods, and no walk is of a method that is not there', () => {
    const { ports } = store;
    const known = Object.keys(ports).filter((name) => !otherParts.has(name));
    expect(known.toSorted()).toEqual(tenantParts.toSorted());
    const there = new Set(methodsOf(ports));
    const named = [...Object.keys(walks), ...notWalked, ...ofEveryProject];
    expect([...there].filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });

  test.each(['another project of the same person', 'a project of somebody else'])('gives %s nothing and changes nothing', async (who) => {
    const actor = who.startsWith('another') ? cast.b : stranger;
    const before = await everythingOf(cast.projectA);
    expect(before['memories']).toHaveLength(1);
    const marks = [home.word, home.memory, home.version, home.execution, cast.projectA, home.permit];
    for (const [name, call] of Object.entries(walks)) {
      const given = await told(() => call({ ports: store.ports, cast, actor }, home));
      for (const mark of marks) expect([name, given.includes(mark)]).toEqual([name, false]);
    }
    expect(await everythingOf(cast.projectA)).toEqual(before);
    // They were calls that do something where it is allowed.
    expect((await everythingOf(actor.projectId))['memories']).not.toEqual([]);
  });

  test('is within a wall that every table stands behind, for reading and for each kind of writing', async () => {
    const tables = await tenantTables();
    expect(tables.length).toBeGreaterThan(40);
    for (const { name, key } of tables) {
      const [tenant, insiders] = key === 'project_id' ? [cast.projectA, [cast.projectB]] : [cast.workspaceId, []];
      for (const project of [...insiders, stranger.projectId, undefined]) {
        const attempted = (statement: string): Promise<string> => attempt({ project, tenant, statement });
        const reading = await attempted(`select 1 from cairn.${name} where ${key} = $1`);
        expect([name, reading]).toEqual([name, expect.toBeOneOf(['0 rows', 'refused'])]);
        const updating = await attempted(`update cairn.${name} set ${key} = $1 where ${key} = $1`);
        expect([name, updating]).toEqual([name, expect.toBeOneOf(['0 rows', 'refused'])]);
        const deleting = await attempted(`delete from cairn.${name} where ${key} = $1`);
        expect([name, deleting]).toEqual([name, expect.toBeOneOf(['0 rows', 'refused'])]);
        expect([name, await attempted(`insert into cairn.${name} (${key}) values ($1)`)]).toEqual([name, 'refused']);
      }
    }
  });

  test('lets the rules of a workspace be seen and changed from its own projects alone', async () => {
    const { policies } = store.ports.stores;
    const { number } = (await policies.create(cast.session, 'workspace', { name: 'of all', rules: [] })) as { number: number };
    expect(await policies.activate(cast.session, 'workspace', number)).toBe('done');
    const named = async (actor: Actor): Promise<string[]> =>
      (await policies.list(actor, 'workspace', { limit: 10 })).map(({ name, isActive }) => `${name}${isActive ? ', in force' : ''}`);
    for (const actor of [cast.a, cast.b]) {
      expect(await named(actor)).toEqual(['of all, in force', 'none']);
      expect(await policies.active(actor.projectId)).toMatchObject({ workspace: { number, name: 'of all' } });
    }
    const within: Actor = { ...stranger, workspaceId: cast.workspaceId };
    for (const actor of [stranger, within]) expect(await named(actor)).toEqual(['none, in force']);
    expect(await policies.active(stranger.projectId)).toMatchObject({ workspace: undefined });
    await expect(policies.create(within, 'workspace', { name: 'theirs', rules: [] })).rejects.toThrow(/row-level security/);
    await expect(policies.activate(within, 'workspace', 0)).rejects.toThrow(/row-level security/);
    expect(await named(cast.a)).toEqual(['of all, in force', 'none']);
  });

  /** What the app gets that is in a project, or in none, and asks for another. Refused: by a policy or a missing right, nothing else. */
  async function attempt({ project, tenant, statement }: Attempt): Promise<string> {
    const client = await store.database.app.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('cairn.project_id', $1, true)", [project ?? '']);
      const { rowCount } = await client.query(statement, [tenant]);
      return `${rowCount ?? 0} rows`;
    } catch (error) {
      return (error as { code?: string }).code === '42501' ? 'refused' : String(error);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

/** What a call gives, or how it fails, as a text; bytes as latin, so that words in them are seen. */
async function told(call: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await call(), shown) ?? '';
  } catch (error) {
    return String(error);
  }
}

function shown(_name: string, value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}

/** A person in a workspace of their own, with a memory. */
async function strangerOn({ ports }: TestStore, cast: Cast): Promise<Actor> {
  const email = 'stranger@example.org';
  await ports.accounts.signUp({ email, name: 'S', passwordVerifier: 'v1', requestId: 'r' });
  const userId = (await ports.accounts.byEmail(email))?.user.id ?? '';
  const person = { ...cast.person, userId };
  const workspace = await ports.directory.workspaces.createWorkspace(person, 'Elsewhere');
  if (typeof workspace === 'string') throw new Error(workspace);
  const project = await ports.directory.workspaces.createProject(person, workspace.id, 'Elsewhere');
  if (typeof project === 'string') throw new Error(project);
  return { ...cast.b, userId, ownerId: cast.b.ownerId, projectId: project.id, workspaceId: workspace.id, role: 'owner' };
}
