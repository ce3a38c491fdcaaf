// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL, and the programs in CAIRN_TEST_POSTGRES_BIN.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { added, fullText, search } from '../knowledge/documents.ts';
import { callerFor } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import { claimServers } from '../product/stage.ts';
import { startProduct } from '../product/start-product.ts';
import { documentedBackup, runDocumented } from './documented-commands.ts';

test('a dump that is made while the service runs, as operators are told to make it, is restored by an owner who is no superuser, and the service goes on from there', async () => {
  const servers = await claimServers();
  const folder = await mkdtemp(join(tmpdir(), 'cairn-dump-'));
  onTestFinished(async () => {
    await Promise.all([servers.remove(), rm(folder, { recursive: true })]);
  });
  const { addressOf, admin, documented, restored } = await ownersServer(servers.databaseUrl);
  const product = await startProduct({ env: { ...servers.env, DATABASE_URL: addressOf('owner') } });
  onTestFinished(async () => void (await product.stop()));
  const caller = callerFor(product.baseUrl, product.account.apiKey);
  const text = 'The tide table of the harbour.\n'.repeat(500);
  const document = await added(caller, 'tides.txt', text);
  for (let n = 0; n < 20; n += 1) await caller.tool('save_memory', { content: `memory ${n}` });
  await expect(runDocumented(documented.dump, folder, { BACKUP_DATABASE_URL: addressOf('owner') })).rejects.toThrow('row-level security');
  await admin.query(documented.role);
  await runDocumented(documented.dump, folder, { BACKUP_DATABASE_URL: addressOf('backup') });
  await caller.tool('save_memory', { content: 'after the dump' });
  // On one Redis the queue of the two would be one: they are the same installation.
  await product.stop();
  await runDocumented(documented.createDatabase, folder, { ADMIN_DATABASE_URL: servers.databaseUrl });
  await runDocumented(documented.restore, folder, { RESTORED_DATABASE_URL: addressOf('owner', restored) });

  const again = await startProduct({ env: { ...servers.env, DATABASE_URL: addressOf('owner', restored) }, account: product.account });
  onTestFinished(async () => void (await again.stop()));
  const reader = callerFor(again.baseUrl, product.account.apiKey);
  const { result } = (await reader.tool('get_memories', { limit: 200 })).body;
  expect([result.total, result.memories[0].content]).toEqual([20, 'memory 19']);
  expect(await fullText(reader, document)).toBe(text);
  expect((await search(reader, 'tide table')).results[0]?.document_id).toBe(document);
  const person = await signIn(again);
  expect((await person.in(person.firstProjectId).rest('GET', '/v1/audit/verify')).body).toMatchObject({ valid: true });
  expect((await reader.tool('save_memory', { content: 'it goes on' })).status).toBe(200);
  await added(reader, 'more.txt', 'Another document.');
});

/** A database that belongs to a user with no more rights than `migrate` takes, and what is documented with names of this test's own. */
async function ownersServer(databaseUrl: string) {
  const mark = randomBytes(4).toString('hex');
  const password = randomBytes(12).toString('hex');
  const roles = { owner: `cairn_owner_${mark}`, backup: `cairn_backup_${mark}` };
  const restored = `cairn_restored_${mark}`;
  const documented = await documentedBackup({
    cairn_backup: roles.backup,
    cairn_restored: restored,
    "owner cairn'": `owner ${roles.owner}'`,
    '<PASSWORD>': password,
  });
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${restored} with (force)`);
    await admin.query(`reassign owned by ${roles.owner} to current_user; drop owned by ${roles.owner}`);
    for (const role of Object.values(roles)) await admin.query(`drop role if exists ${role}`);
    await admin.end();
  });
  const database = new URL(databaseUrl).pathname.slice(1);
  for (const role of ['cairn_app', 'cairn_maintenance']) {
    await admin.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object or unique_violation then null; end $$`,
    );
  }
  await admin.query(
    `create role ${roles.owner} login password '${password}'; grant cairn_app, cairn_maintenance to ${roles.owner} with admin option`,
  );
  await admin.query(`alter database ${database} owner to ${roles.owner}`);
  const addressOf = (role: keyof typeof roles, name = database): string => {
    const address = new URL(databaseUrl);
    Object.assign(address, { username: roles[role], password, pathname: `/${name}` });
    return address.href;
  };
  return { addressOf, admin, documented, restored };
}
