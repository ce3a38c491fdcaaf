// Needs CAIRN_TEST_DATABASE_URL: on the embedded store every connection is the owner's thread.
import { randomBytes } from 'node:crypto';
import { createCast, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from './database/open.ts';
import { scramVerifier } from './database/scram-verifier.ts';
import { queueUserFault } from './database/queue-user.ts';
import { admitServiceUser } from './database/service-user.ts';
import { openRepositories } from './stores.ts';
import { openStore, type TestStore } from './testing/backends.ts';

const password = 'a password of services';
const made: string[] = [];
let store: TestStore;
let cast: Cast;
let owner: pg.Pool;

beforeAll(async () => {
  store = await openStore('postgres');
  cast = await createCast(store.ports);
  owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
});
afterAll(async () => {
  for (const name of made) await owner.query(`drop owned by ${name}; drop role ${name}`);
  await owner.end();
  await store.close();
});

const newName = (): string => {
  const name = `cairn_service_${randomBytes(6).toString('hex')}`;
  made.push(name);
  return name;
};

function addressOf(name: string, secret = password): string {
  const url = new URL(String(store.database.queueConnection.connectionString));
  url.username = name;
  url.password = encodeURIComponent(secret);
  return url.href;
}

async function newUser(): Promise<string> {
  const address = addressOf(newName());
  await admitServiceUser(store.database, address);
  return address;
}

const openAs = (url: string, onWarning: (message: string) => void) =>
  openDatabase({ location: { kind: 'postgres', url }, migrate: false, onWarning });

const fail = (message: string): void => {
  throw new Error(message);
};

async function as(address: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

describe('the user of services', () => {
  test('opens the database, and what it saves is found by it and by the owner', async () => {
    const opened = await openAs(await newUser(), fail);
    const { stores } = await openRepositories(opened, Buffer.alloc(32, 7));
    await stores.memories.save(cast.a, { content: 'kept by a lesser user' });
    for (const { memories } of [stores, store.ports.stores]) {
      const { items } = await memories.page(cast.a, { limit: 10, offset: 0 });
      expect(items.map(({ content }) => content)).toEqual(['kept by a lesser user']);
    }
    await opened.close();
  });

  test('is not made by the address of another database, nor by one that names none', async () => {
    const [name, here] = ['cairn_service_of_another', new URL(addressOf('x')).pathname.slice(1)];
    const other = new URL(addressOf(name));
    for (const path of ['/another', '']) {
      other.pathname = path;
      await expect(admitServiceUser(store.database, other.href)).rejects.toThrow(`and this one is ${here}`);
    }
    expect((await owner.query('select from pg_roles where rolname = $1', [name])).rowCount).toBe(0);
  });

  /** As the server keeps it. */
  const keptOf = async (name: string): Promise<string> =>
    (await owner.query<{ kept: string }>('select rolpassword as kept from pg_authid where rolname = $1', [name])).rows[0]?.kept ?? '';

  test('that another installation on the server has as well keeps its password', async () => {
    const address = await newUser();
    const { username } = new URL(address);
    const kept = await keptOf(username);
    const second = await openStore('postgres');
    try {
      const there = new URL(address);
      there.pathname = new URL(String(second.database.queueConnection.connectionString)).pathname;
      there.password = 'another';
      // This server takes any password; one that asks refuses another.
      expect(await admitServiceUser(second.database, there.href)).toContain('whose password was left as it is');
      expect(await keptOf(username)).toBe(kept);
    } finally {
      await owner.query(
        `revoke connect on database ${new URL(String(second.database.queueConnection.connectionString)).pathname.slice(1)} from ${username}`,
      );
      await second.close();
    }
  });

  test('that was there before, for something else, keeps its password', async () => {
    const name = newName();
    await owner.query(`create role ${name} login noinherit password 'of something else'`);
    const kept = await keptOf(name);
    expect(await admitServiceUser(store.database, addressOf(name))).toContain('whose password was left as it is');
    expect(await keptOf(name)).toBe(kept);
  });

  test('may be admitted again, by two at once and with another password', async () => {
    const name = newName();
    await Promise.all([admitServiceUser(store.database, addressOf(name)), admitServiceUser(store.database, addressOf(name))]);
    await admitServiceUser(store.database, addressOf(name, 'another'));
    const { rows } = await owner.query<{ kept: string }>('select rolpassword as kept from pg_authid where rolname = $1', [name]);
    const kept = rows[0]?.kept ?? '';
    expect(kept).toBe(await scramVerifier('another', saltIn(kept)));
  });

  test('has its password kept as the server itself keeps one', async () => {
    const name = newName();
    await owner.query(`create role ${name}; set password_encryption to 'scram-sha-256'; alter role ${name} password '${password}'`);
    const { rows } = await owner.query<{ kept: string }>('select rolpassword as kept from pg_authid where rolname = $1', [name]);
    const kept = rows[0]?.kept ?? '';
    expect(kept).toBe(await scramVerifier(password, saltIn(kept)));
  });

  test('sees no sealed byte of any tenant without its context, whatever role it takes', async () => {
    await store.ports.stores.memories.save(cast.a, { content: 'walled' });
    const { rows: columns } = await owner.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where n.nspname = 'cairn' and c.relkind in ('r', 'p') and c.relrowsecurity and a.atttypid = 'bytea'::regtype
         and c.relname not in ('audit_heads', 'audit_checkpoints')`,
    );
    expect(columns).toContainEqual({ table: 'memories', column: 'content' });
    await as(await newUser(), async (client) => {
      for (const role of ['none', 'cairn_app', 'cairn_maintenance']) {
        await client.query(`set role ${role}`);
        for (const { table, column } of columns) {
          const seen = await client.query(`select ${column} from cairn.${table}`).then(
            ({ rowCount }) => rowCount,
            ({ message }: Error) => (message.startsWith('permission denied') ? 0 : message),
          );
          expect([role, table, column, seen]).toEqual([role, table, column, 0]);
        }
      }
    });
  });

  test('changes no table, no wall and no role, and cannot put the audit aside', async () => {
    await store.ports.stores.memories.save(cast.a, { content: 'audited' });
    const attempts = [
      'alter table cairn.memories disable row level security',
      'alter table cairn.memories no force row level security',
      'alter table cairn.memories add column leak text',
      'drop policy tenant on cairn.memories',
      'create policy leak on cairn.memories using (true)',
      'drop table cairn.memories',
      'truncate cairn.memories',
      'create table cairn.leak ()',
      'create table public.leak ()',
      'create schema leak',
      "create or replace function cairn.current_project() returns uuid language sql as 'select null::uuid'",
      'alter table cairn.audit_entries disable trigger all',
      'drop trigger audit_entries_append_only on cairn.audit_entries',
      'delete from cairn.audit_entries',
      "update cairn.audit_entries set outcome = 'x'",
      'truncate cairn.audit_entries',
      'delete from cairn.audit_chain',
      'update cairn.audit_heads set seq = 0',
      "set session_replication_role to 'replica'",
      'set session authorization postgres',
      'set role postgres',
      'create role leak',
      "copy cairn.memories to program 'cat'",
      "select pg_read_file('postgresql.conf')",
    ];
    await as(await newUser(), async (client) => {
      for (const role of ['none', 'cairn_app', 'cairn_maintenance']) {
        for (const attempt of attempts) {
          await client.query(`set role ${role}`);
          const refusal = await client.query(attempt).then(
            () => 'it was let',
            ({ message }: Error) => message,
          );
          expect([role, attempt, refusal]).toEqual([role, attempt, expect.stringMatching(/permission denied|must be owner/)]);
        }
      }
    });
  });

  test.each([
    ['is a superuser', 'alter role %s superuser'],
    ['bypasses row-level security', 'alter role %s bypassrls'],
    ['may make roles', 'alter role %s createrole'],
    ['may replicate the server', 'alter role %s replication'],
    ['may make databases', 'alter role %s createdb'],
    ['is in the role pg_read_all_data', 'grant pg_read_all_data to %s'],
    ["owns what is Cairn's", 'alter table cairn.outbox owner to %s'],
    ['may make databases', 'create role GROUP createdb; grant GROUP to %s'],
    ['has rights of its own on the table users (as GROUP)', 'create role GROUP; grant select on cairn.users to GROUP; grant GROUP to %s'],
    ['may give the role cairn_app to others', 'grant cairn_app to %s with admin option'],
    ['has rights of its own on the schema cairn', 'grant usage on schema cairn to %s'],
    ['has rights of its own on the table users', 'grant select on cairn.users to %s'],
    ['has rights of its own on the table memories', 'grant update (content) on cairn.memories to %s'],
    ['has rights of its own on the function chain_entry', 'grant execute on function cairn.chain_entry to %s'],
    ['has rights of its own on what is made there later', 'alter default privileges in schema cairn grant select on tables to %s'],
    [
      'has rights of its own on the schema cairn, the table agent_versions, the table agents and ',
      'grant usage on schema cairn to %s; grant select on all tables in schema cairn to %s',
    ],
    ['may set the parameter session_replication_role', 'grant set on parameter session_replication_role to %s'],
  ])('is refused when it %s, and services that have it say so', async (kind, grant) => {
    const name = newName();
    const excess = kind.replace('GROUP', `${name}_group`);
    if (grant.includes('GROUP')) made.push(`${name}_group`);
    await owner.query(`create role ${name} login noinherit; grant cairn_app, cairn_maintenance to ${name}`);
    await owner.query(grant.replaceAll('%s', name).replaceAll('GROUP', `${name}_group`));
    try {
      await expect(admitServiceUser(store.database, addressOf(name))).rejects.toThrow(`the user ${name} ${excess}`);
      const warnings: string[] = [];
      await (await openAs(addressOf(name), (message) => warnings.push(message))).close();
      expect(warnings).toEqual([expect.stringContaining(`the database user ${name} ${excess}`)]);
    } finally {
      await owner.query('alter table cairn.outbox owner to current_user');
    }
  });

  test('may be in a role that gives nothing, as a managed server has for signing in', async () => {
    const name = newName();
    made.push(`${name}_group`);
    await owner.query(`create role ${name} login noinherit; create role ${name}_group; grant ${name}_group to ${name}`);
    await admitServiceUser(store.database, addressOf(name));
    const warnings: string[] = [];
    await (await openAs(addressOf(name), (message) => warnings.push(message))).close();
    expect(warnings).toEqual([]);
  });

  test('is warned of when it has the rights of both roles at once, until it is admitted', async () => {
    const name = newName();
    await owner.query(`create role ${name} login; grant cairn_app, cairn_maintenance to ${name}`);
    const warnings: string[] = [];
    await (await openAs(addressOf(name), (message) => warnings.push(message))).close();
    expect(warnings).toEqual([expect.stringContaining('has the rights of the roles of services at once')]);
    await admitServiceUser(store.database, addressOf(name));
    await (await openAs(addressOf(name), fail)).close();
  });

  test('cannot keep the queue in the database, unless it was given its schema', async () => {
    const [address, schema] = [await newUser(), `queue_${randomBytes(6).toString('hex')}`];
    const name = new URL(address).username;
    const asked = () => queueUserFault({ queueConnection: { connectionString: address } }, schema);
    expect(await asked()).toBe(
      `the database user ${name} may not make or use the schema ${schema}, which holds the queue where there is no Redis`,
    );
    expect(await queueUserFault(store.database, schema)).toBeUndefined();
    await owner.query(`create schema ${schema}`);
    expect(await asked()).toContain('may not make or use');
    await owner.query(`grant usage on schema ${schema} to ${name}`);
    expect(await asked()).toBeUndefined();
    await owner.query(`drop schema ${schema}`);
  });

  test('is named by the address, with a password that every server reads alike', async () => {
    const address = String(store.database.queueConnection.connectionString).replace(/\/\/[^/@]*@/, '//');
    await expect(admitServiceUser(store.database, address)).rejects.toThrow('names no user');
    await expect(admitServiceUser(store.database, addressOf('never_made', 'naïve'))).rejects.toThrow('visible ASCII');
  });
});

const saltIn = (verifier: string): Buffer => Buffer.from(/^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(verifier)?.[1] ?? '', 'base64');
