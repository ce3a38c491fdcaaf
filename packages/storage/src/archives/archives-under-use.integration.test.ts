import { randomUUID } from 'node:crypto';
import type { ArchiveRecord } from '@cairn/contracts';
import { planSchema } from '@cairn/orchestration';
import { createCast, type Cast } from '@cairn/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRepositories } from '../stores.ts';
import { backends, openStore, type TestStore } from '../testing/backends.ts';

const plan = planSchema.parse({ steps: [{ id: 'a', kind: 'checkpoint' }] });

describe.each(backends)('an archive on %s', (backend) => {
  let store: TestStore;
  let cast: Cast;
  beforeAll(async () => {
    store = await openStore(backend);
    cast = await createCast(store.ports);
  });
  afterAll(() => store.close());

  test('that is made while the project is used comes in, and goes on being used there', async () => {
    const { archives, stores, tasks } = store.ports;
    const { a, person } = cast;
    const { id: memory } = await stores.memories.save(a, { content: 'one' });
    const { id: task } = await tasks.tasks.submit(a, { goal: 'before', plan, run: false });

    const records: ArchiveRecord[] = [];
    let isUsed = false;
    for await (const page of archives.read(a.projectId)) {
      records.push(...page);
      if (isUsed || page[0]?.kind !== 'memory') continue;
      isUsed = true;
      // What is there by now has had its turn.
      await stores.memories.update(a, memory, { content: 'two' });
      const { id: later } = await stores.memories.save(a, { content: 'later' });
      await stores.memories.update(a, later, { content: 'later still' });
    }
    expect(isUsed).toBe(true);
    const header = {
      kind: 'header',
      format: 'cairn.project',
      version: 2,
      archive_id: randomUUID(),
      exported_at: '2026-03-01T09:30:00.000Z',
      project: { id: a.projectId, name: 'moved', created_at: '2026-03-01T09:30:00.000Z' },
    } as const;
    const beginning = await archives.begin(person, cast.workspaceId, header);
    if (beginning.outcome !== 'begun') throw new Error(beginning.outcome);
    await archives.put(beginning.arrival, records);
    const project = await archives.finish(person, beginning.arrival);

    const there = { ...cast.session, projectId: project.id };
    const found = await stores.memories.walk(there, { limit: 10 });
    expect(found.map(({ content }) => content)).toEqual(['one']);
    expect(await stores.memories.update(there, memory, { content: 'three' })).toMatchObject({ outcome: 'done' });
    expect(await tasks.tasks.get(there, task)).toMatchObject({ status: 'cancelled', error: { code: 'project_moved' } });
  });

  test('that is tried again at once is sealed by the key that is kept, not by that of the attempt before', async () => {
    const { archives, stores } = store.ports;
    const { person } = cast;
    const at = '2026-03-01T09:30:00.000Z';
    const project = { id: randomUUID(), name: 'again', created_at: at };
    const header = { kind: 'header', format: 'cairn.project', version: 2, archive_id: randomUUID(), exported_at: at, project } as const;
    const records: ArchiveRecord[] = [];
    const { id } = await stores.memories.save(cast.b, { content: 'kept' });
    for await (const page of archives.read(cast.b.projectId)) records.push(...page);
    const attempt = async () => {
      const beginning = await archives.begin(person, cast.workspaceId, header);
      if (beginning.outcome !== 'begun') throw new Error(beginning.outcome);
      await archives.put(beginning.arrival, records);
      return beginning.arrival;
    };
    await archives.abandon(await attempt());
    const { id: projectId } = await archives.finish(person, await attempt());

    // Another process has nothing but what the database keeps.
    const elsewhere = await openRepositories(store.database, Buffer.alloc(32, 7));
    const there = { ...cast.session, projectId };
    for (const ports of [store.ports, elsewhere]) expect(await ports.stores.memories.get(there, id)).toMatchObject({ content: 'kept' });
  });

  test('holds no task that came after it began, nor anything of one', async () => {
    const { archives, tasks } = store.ports;
    const { b } = cast;
    const { id: before } = await tasks.tasks.submit(b, { goal: 'before', plan, run: false });
    const pages = archives.read(b.projectId);
    const records: ArchiveRecord[] = [];
    for await (const page of pages) {
      records.push(...page);
      if (page[0]?.kind === 'person') await tasks.tasks.submit(b, { goal: 'after', plan, run: false });
    }
    const told = records.filter(({ kind }) => kind.startsWith('task'));
    const owners = told.map((record) => ('task_id' in record ? record.task_id : 'id' in record ? record.id : ''));
    expect(new Set(owners)).toEqual(new Set([before]));
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['task', 'task_plan', 'task_step', 'task_decision', 'task_event']));
  });
});
