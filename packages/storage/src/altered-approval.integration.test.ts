import { actionsOn, colleague, freshAction, onStage } from '@cairn/test-kit';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { backends, openStore, type TestStore } from './testing/backends.ts';

describe.each(backends)('an approval whose action somebody altered, on %s', (backend) => {
  let store: TestStore;
  const stage = onStage(async () => (store = await openStore(backend)));

  test('takes no vote, since nobody can see what it is about', async () => {
    const { actions } = stage.ports.stores;
    const asked = await actionsOn(stage, { terms: { quorum: 1 } }).decide(stage.cast.a, freshAction());
    const id = asked.approval?.id ?? '';
    const owner = new pg.Client(store.database.queueConnection);
    await owner.connect();
    const flip = 'update cairn.decisions set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where id = $1';
    expect((await owner.query(flip, [asked.decisionId])).rowCount).toBe(1);
    const approver = await colleague(stage, 'approver');
    await expect(actions.vote(approver, id, { decision: 'approve' })).rejects.toThrow(/^decisions:.* does not open/);
    expect((await owner.query('select from cairn.votes where approval_id = $1', [id])).rowCount).toBe(0);
    await owner.query(flip, [asked.decisionId]);
    await owner.end();
    expect(await actions.vote(approver, id, { decision: 'approve' })).toBe('done');
  });
});
