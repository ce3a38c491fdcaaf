import { randomUUID } from 'node:crypto';
import type { ArchiveRecord } from '@cairn/contracts';
import type { Actor, OutboxEntry } from '@cairn/core';
import { actionSchema } from '@cairn/governance';
import { actionsOn, createCast, ingestedFrom, type Cast } from '@cairn/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from '../testing/backends.ts';
import { inhabit } from '../testing/tenant-walk.ts';

const times = { leaseMs: 20, leadMs: 150, graceMs: 400 };

/** Where keyed hashes stand, and how one row's are read. */
const hashed = {
  'memory_postings.term': 'term::text',
  'memory_index.terms': 'unnest(terms)::text',
  'memory_labels.label': 'label::text',
  'memories.labels': 'unnest(labels)::text',
  'memory_versions.labels': 'unnest(labels)::text',
  'block_postings.term': 'term::text',
  'index_members.terms': "encode(terms, 'hex')",
  'document_versions.digest': "encode(digest, 'hex')",
  'tasks.goal_digest': "encode(goal_digest, 'hex')",
  'decisions.tool': 'tool::text',
  'approvals.place': 'place::text',
  'approvals.routes': 'unnest(routes)::text',
} as const;

/** These mean nothing elsewhere and are not brought along. */
const leftBehind: ReadonlySet<string> = new Set(['approvals.place', 'approvals.routes']);

describe.each(backends)('keys of hashes on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  let owner: pg.Pool;
  beforeAll(async () => {
    store = await openStore(backend, times);
    cast = await createCast(store.ports);
    owner = new pg.Pool({ ...store.database.queueConnection, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await store.close();
  });

  const hashesOf = async (projectId: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const found = new Map<string, ReadonlySet<string>>();
    for (const [name, expression] of Object.entries(hashed)) {
      const [table] = name.split('.');
      const query = `select hash from (select ${expression} as hash from cairn.${table} where project_id = $1) h where hash is not null`;
      const { rows } = await owner.query<{ hash: string }>(query, [projectId]);
      if (rows.length > 0) found.set(name, new Set(rows.map(({ hash }) => hash)));
    }
    return found;
  };

  const replaceDataKey = async (projectId: string): Promise<void> => {
    await store.ports.keyRotation.rotate(cast.person, projectId);
    while ((await store.ports.keyRotation.reseal(projectId, async () => {})) !== 'done') {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  /** An action of a tool, and one on a file that waits for people. */
  const askOfToolsAndFiles = async (): Promise<void> => {
    const actions = actionsOn({ ports: store.ports, cast });
    await actions.decide(cast.a, actionSchema.parse({ kind: 'mcp.call', server: 'mail', tool: 'send', arguments: {} }));
    const write = { kind: 'file.write', path: '/repo/.env', workspace_root: '/repo', after_hash: 'a'.repeat(64) };
    const asked = await actions.decide(cast.a, actionSchema.parse(write));
    expect(asked.decision.outcome).toBe('require_approval');
  };

  /** Takes a project out and in; its id there. */
  const move = async (projectId: string): Promise<string> => {
    const { archives } = store.ports;
    const records: ArchiveRecord[] = [];
    for await (const page of archives.read(projectId)) records.push(...page);
    const at = '2026-03-01T09:30:00.000Z';
    const header = { kind: 'header', format: 'cairn.project', version: 2, archive_id: randomUUID(), exported_at: at } as const;
    const beginning = await archives.begin(cast.person, cast.workspaceId, {
      ...header,
      project: { id: projectId, name: 'moved', created_at: at },
    });
    if (beginning.outcome !== 'begun') throw new Error(beginning.outcome);
    await archives.put(beginning.arrival, records);
    return (await archives.finish(cast.person, beginning.arrival)).id;
  };

  /** What the worker does with a project that came: reads its documents and indexes its memories, by one word each. */
  const indexAll = async (actor: Actor, word: string): Promise<void> => {
    const { outbox, ingestion, memoryIndexing } = store.ports;
    const entries: OutboxEntry[] = [];
    while ((await outbox.relay(100, async (taken) => void entries.push(...taken))) > 0);
    for (const { job, payload } of entries) {
      if (job !== 'knowledge.ingest') continue;
      const { projectId, versionId } = payload as { projectId: string; versionId: string };
      const claim = projectId === actor.projectId ? await ingestion.claim(projectId, versionId) : undefined;
      if (claim) await ingestion.publish(claim, ingestedFrom(Buffer.from(claim.bytes).toString()), { analyser: 1, modelId: undefined });
    }
    const terms = { counts: new Map([[word, 1]]), length: 1 };
    const pending = await memoryIndexing.pending(actor, 10);
    await memoryIndexing.fold(
      actor,
      1,
      pending.map((of) => ({ of, terms })),
    );
  };

  test('stay when the data key is replaced, and are others where the project is moved to, with the former ones destroyed', async () => {
    const { stores, directory } = store.ports;
    const { word, memory } = await inhabit(store.ports, cast);
    await askOfToolsAndFiles();
    const before = await hashesOf(cast.projectA);
    expect([...before.keys()]).toEqual(Object.keys(hashed));
    await replaceDataKey(cast.projectA);
    await stores.memories.save(cast.a, { content: 'of the same topic', metadata: { topic: word } });
    expect((await hashesOf(cast.projectA)).get('memory_labels.label')).toEqual(before.get('memory_labels.label'));

    const projectId = await move(cast.projectA);
    const there = { ...cast.session, projectId };
    await indexAll(there, word);
    const after = await hashesOf(projectId);
    expect([...after.keys()]).toEqual(Object.keys(hashed).filter((name) => !leftBehind.has(name)));
    const everything = new Set([...before.values()].flatMap((hashes) => [...hashes]));
    expect([...after].filter(([, hashes]) => [...hashes].some((hash) => everything.has(hash))).map(([name]) => name)).toEqual([]);

    await directory.workspaces.deleteProject(cast.person, cast.projectA);
    expect((await hashesOf(cast.projectA)).size).toBe(0);
    const keys = await owner.query('select distinct project_id from cairn.project_keys where project_id = any ($1::uuid[])', [
      [cast.projectA, projectId],
    ]);
    expect(keys.rows).toEqual([{ project_id: projectId }]);
    const found = await stores.memories.walk(there, { limit: 10 }, { metadata: { topic: word } });
    expect(found.map(({ content }) => content)).toEqual(['of the same topic', `memory ${word} again`]);
    expect(found.at(-1)?.id).toBe(memory);
    const memories = await stores.memoryIndex.lookup(there, [word], { filter: {}, unindexed: 10 });
    expect([memories.postings.get(word)?.positions.length, memories.unindexed]).toEqual([memories.size.memories, []]);
    expect(memories.size.memories).toBeGreaterThan(1);
    expect((await stores.passages.lookup(there, [word])).terms.get(word)?.holding).toBeGreaterThan(0);
  });
});
