import { createRetention } from '@cairn/audit';
import type { AuditLog, Chain } from '@cairn/audit';
import type { Actor } from '@cairn/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuditedStore, rechain, type AuditedStore, type KeptSink } from '../../testing/audited-store.ts';
import { backends, type TestStore } from '../../testing/backends.ts';
import { keepAuditFor } from './audit-keeping.ts';

describe.each(backends)('what is let go of the audit on %s', (backend) => {
  let place: AuditedStore;
  let store: TestStore;
  let chain: Chain;
  let sink: KeptSink;
  let log: AuditLog;
  let actor: Actor;

  beforeAll(async () => {
    place = await openAuditedStore(backend);
    ({ store } = place);
    await keepAuditFor(store.database, 1);
  });
  afterAll(() => place.close());

  /** A project of its own for each test, with so many entries. */
  async function written(entries: number): Promise<void> {
    ({ chain, sink, log, actor } = await place.newProject());
    for (let n = 0; n < entries; n += 1) await write();
  }

  /** With entries of two days ago that nobody has signed yet. */
  async function grownOld(entries: number): Promise<void> {
    await written(entries);
    await tamper(`update cairn.audit_entries set at = at - interval '2 days' where project_id = :chain`, rechain);
  }

  const write = () => store.ports.stores.memories.save(actor, { content: 'remembered' });
  const tamper = (...statements: readonly string[]) => place.tamper(chain, statements);
  const unexpected = (days: number | undefined): never => {
    throw new Error(`kept for ${days} days`);
  };

  /** Lets go of what is older than a day, and gives what was refused. */
  async function refusalsOfLettingGo(): Promise<readonly unknown[]> {
    const refusals: unknown[] = [];
    const onRefusal = (one: unknown) => refusals.push(one);
    await createRetention({ ...store.ports.audit, sink, onCheckpoint: () => {}, onRefusal, onKept: unexpected })(1);
    return refusals;
  }

  test('old entries are let go behind a signed start, and what is left is valid', async () => {
    await written(4);
    // Other tests left chains that were tampered with.
    const onRefusal = (one: { chain: Chain }) => expect(one.chain).not.toEqual(chain);
    const letGo = () => createRetention({ ...store.ports.audit, sink, onCheckpoint: () => {}, onRefusal, onKept: unexpected })(1);
    await letGo();
    expect(await log.verify(chain)).toMatchObject({ tampering: undefined, entries: 4 });
    await grownOld(4);
    await letGo();
    expect(await log.verify(chain)).toMatchObject({ tampering: undefined, entries: 1, head: { seq: 5 } });
    expect(sink.kept.findLast((one) => one.chain.id === chain.id && one.purpose === 'start')).toMatchObject({ seq: 4 });
    await write();
    expect(await log.verify(chain)).toMatchObject({ tampering: undefined, entries: 2, head: { seq: 6 } });
    const { entries } = await store.ports.audit.chains.page(chain, { after: 0, limit: 9, isReversed: false }, { action: 'audit' });
    expect(entries.map(({ seq }) => seq)).toEqual([5]);
    await tamper('delete from cairn.audit_checkpoints where project_id = :chain');
    expect((await log.verify(chain)).tampering).toBeUndefined();
    sink.kept.length = 0;
    await tamper('delete from cairn.audit_checkpoints where project_id = :chain');
    expect((await log.verify(chain)).tampering).toEqual({ reason: 'beginning_missing', firstBadSeq: 1 });
  });

  test.each([
    [
      'makes entries older than they are',
      [`update cairn.audit_entries set at = at - interval '9 days' where project_id = :chain`],
      'entry_changed',
      1,
    ],
    [
      'makes them older and chains them anew',
      [`update cairn.audit_entries set at = at - interval '9 days' where project_id = :chain`, rechain],
      'chain_rewritten',
      1,
    ],
    [
      'makes all but the last ones older, which alone were signed, and chains them anew',
      [
        `update cairn.audit_entries set at = at - interval '9 days' where project_id = :chain
           and id in (select entry_id from cairn.audit_chain where project_id = :chain and seq < 3)`,
        rechain,
      ],
      'chain_rewritten',
      1,
    ],
  ])('who %s does not get them cleared away', async (_name, statements, reason, firstBadSeq) => {
    await written(4);
    expect((await log.verify(chain)).tampering).toBeUndefined();
    await tamper(...statements);
    expect(await refusalsOfLettingGo()).toContainEqual({ chain, reason, firstBadSeq });
    expect((await log.verify(chain)).tampering).toEqual({ reason, firstBadSeq });
  });

  test('what was written after a place that was signed of late is not let go as older', async () => {
    await written(2);
    await log.verify(chain);
    await write();
    await write();
    await tamper(`update cairn.audit_entries set at = at - interval '9 days' where project_id = :chain`, rechain);
    const signed = sink.kept.findLast((one) => one.chain.id === chain.id);
    const { hash } = (await store.ports.audit.chains.links(chain, { after: 1, upTo: 2, limit: 1 }))[0] ?? { hash: '' };
    // Whoever has the key of the signatures has signed what was rewritten.
    sink.kept.splice(0, sink.kept.length, store.ports.audit.signer.sign({ chain, purpose: 'head', seq: 2, hash, at: signed?.at ?? '' }));
    await tamper('delete from cairn.audit_checkpoints where project_id = :chain');
    expect(await refusalsOfLettingGo()).toContainEqual({ chain, reason: 'younger_than_told', firstBadSeq: 3 });
  });

  test('entries that the owner of the database has kept do not go, whatever a service asks for or says was signed', async () => {
    await grownOld(3);
    const kept: (number | undefined)[] = [];
    const letGo = createRetention({
      ...store.ports.audit,
      sink,
      onCheckpoint: () => {},
      onRefusal: () => {},
      onKept: (days) => kept.push(days),
    });
    const [{ hash } = { hash: '' }] = await store.ports.audit.chains.links(chain, { after: 2, upTo: 3, limit: 1 });
    const claim = `insert into cairn.audit_checkpoints (project_id, seq, purpose, kind, hash, at, key_id, signature)
      values ($1, 3, 'start', 'project', decode($2, 'hex'), now(), 'nobody', '\\x00')`;
    const cut = () => store.database.maintenance.query('select cairn.cut_audit($1, 3) as done', [chain.id]);
    await store.database.maintenance.query(claim, [chain.id, hash]);
    try {
      for (const days of [undefined, 3]) {
        await keepAuditFor(store.database, days);
        await letGo(1);
        await expect(cut()).rejects.toThrow(/kept for longer/);
      }
      expect(kept).toEqual([undefined, 3]);
      await expect(store.database.maintenance.query('update cairn.audit_keeping set days = 1')).rejects.toThrow(/permission denied/);
      await expect(store.database.app.query('delete from cairn.audit_keeping')).rejects.toThrow(/permission denied/);
    } finally {
      await keepAuditFor(store.database, 1);
    }
    expect((await cut()).rows).toEqual([{ done: true }]);
  });

  test('a start that nobody signed lets nothing go, wherever it stands', async () => {
    await grownOld(3);
    await store.database.maintenance.query(
      `insert into cairn.audit_checkpoints (project_id, seq, purpose, kind, hash, at, key_id, signature)
        values ($1, 999, 'start', 'project', '\\x00', now(), 'nobody', '\\x00')`,
      [chain.id],
    );
    expect(await refusalsOfLettingGo()).toContainEqual({ chain, reason: 'checkpoint_forged', firstBadSeq: 999 });
    expect((await log.verify(chain)).entries).toBe(3);
  });

  test('a cut without a checkpoint of that very place does nothing', async () => {
    await written(3);
    const { sweep, signer } = store.ports.audit;
    const start = signer.sign({ chain, purpose: 'start', seq: 2, hash: 'f'.repeat(64), at: new Date().toISOString() });
    expect(await sweep.cut(start)).toBe(false);
    await sweep.keep([start], async () => {});
    expect(await sweep.cut(start)).toBe(false);
    expect(await log.verify(chain)).toMatchObject({ tampering: { reason: 'chain_rewritten', firstBadSeq: 1 } });
  });
});
