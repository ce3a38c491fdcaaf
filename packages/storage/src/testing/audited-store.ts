import { createAuditLog } from '@cairn/audit';
import type { AuditLog, Chain, Checkpoint, CheckpointSink } from '@cairn/audit';
import { createCast, type Cast } from '@cairn/test-kit';
import type { Actor } from '@cairn/core';
import pg from 'pg';
import { openStore, type Backend, type TestStore } from './backends.ts';

/** Checkpoints kept outside of the database. */
export type KeptSink = CheckpointSink & { readonly kept: Checkpoint[] };

/** A project of a test's own, whose audit it looks at. */
export interface AuditedProject {
  readonly chain: Chain;
  readonly sink: KeptSink;
  readonly log: AuditLog;
  readonly actor: Actor;
}

/** A store with its owner, who can change what services may not. */
export interface AuditedStore {
  readonly store: TestStore;
  readonly cast: Cast;
  readonly owner: pg.Pool;
  /** What went wrong beside the tests; told at the end. */
  readonly faults: unknown[];
  newLog(sink: CheckpointSink): AuditLog;
  newProject(): Promise<AuditedProject>;
  /** As the owner, past the triggers; `:chain` is that chain. */
  tamper(chain: Chain, statements: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Makes every hash of a chain anew, from what its entries say now. */
export const rechain = `do $$ declare v_hash bytea := decode(repeat('00', 32), 'hex'); c record; begin
  for c in select k.seq, e as entry from cairn.audit_chain k join cairn.audit_entries e on e.project_id = k.project_id and e.id = k.entry_id
      where k.project_id = :chain order by k.seq loop
    v_hash := sha256(convert_to('["cairn.audit.entry.v1", ' || c.seq || ', "' || encode(v_hash, 'hex') || '", ' ||
      substr(cairn.entry_text(c.entry), 2), 'UTF8'));
    update cairn.audit_chain set hash = v_hash where project_id = :chain and seq = c.seq;
  end loop;
  update cairn.audit_heads set seq = (select max(seq) from cairn.audit_chain where project_id = :chain), hash = v_hash where project_id = :chain;
end $$`;

function newSink(): KeptSink {
  const kept: Checkpoint[] = [];
  return {
    kept,
    append: async (checkpoint) => void kept.push(checkpoint),
    read: async (chain) => kept.filter((one) => one.chain.id === chain.id),
  };
}

export async function openAuditedStore(backend: Backend): Promise<AuditedStore> {
  const store = await openStore(backend);
  const cast = await createCast(store.ports);
  const owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  const faults: unknown[] = [];
  const newLog = (sink: CheckpointSink): AuditLog =>
    createAuditLog({
      chains: store.ports.audit.chains,
      signer: store.ports.audit.signer,
      sink,
      onCheckpoint: () => {},
      onFault: (error) => faults.push(error),
    });
  return {
    store,
    cast,
    owner,
    faults,
    newLog,
    async newProject() {
      const project = await store.ports.directory.workspaces.createProject(cast.person, cast.workspaceId, 'audited');
      if (typeof project === 'string') throw new Error(project);
      const sink = newSink();
      return { chain: { kind: 'project', id: project.id }, sink, log: newLog(sink), actor: { ...cast.a, projectId: project.id } };
    },
    tamper: (chain, statements) => tamper(owner, { chain, statements }),
    async close() {
      await owner.end();
      await store.close();
      if (faults.length > 0) throw new AggregateError(faults);
    },
  };
}

interface Tampering {
  readonly chain: Chain;
  readonly statements: readonly string[];
}

async function tamper(owner: pg.Pool, { chain, statements }: Tampering): Promise<void> {
  const client = await owner.connect();
  await client.query("begin; set local cairn.project_id = ''");
  for (const table of ['audit_entries', 'audit_chain', 'audit_checkpoints', 'directory_events']) {
    await client.query(`alter table cairn.${table} disable trigger user; alter table cairn.${table} no force row level security`);
  }
  for (const statement of statements) await client.query(statement.replaceAll(':chain', `'${chain.id}'`));
  for (const table of ['audit_entries', 'audit_chain', 'audit_checkpoints', 'directory_events']) {
    await client.query(`alter table cairn.${table} enable trigger user`);
    if (table !== 'directory_events') await client.query(`alter table cairn.${table} force row level security`);
  }
  await client.query('commit');
  client.release();
}
