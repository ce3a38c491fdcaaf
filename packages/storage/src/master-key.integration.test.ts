import { WrongMasterKey } from '@cairn/core';
import { createCast } from '@cairn/test-kit';
import { describe, expect, test } from 'vitest';
import { rotateMasterKey } from './keys/rotate-master-key.ts';
import { openRepositories } from './stores.ts';
import { backends, openStore } from './testing/backends.ts';

describe.each(backends)('the master key on %s', (backend) => {
  test('another master key than that of the first start is refused, and the right one still opens', async () => {
    const store = await openStore(backend);
    await expect(openRepositories(store.database, Buffer.alloc(32, 8))).rejects.toThrow(
      /^the master key is not the one .*CAIRN_MASTER_KEY, .* takes the key of the first start, or the one .* since: 32 bytes in base64$/,
    );
    await expect(openRepositories(store.database, Buffer.alloc(32, 7))).resolves.toBeDefined();
    await store.close();
  });

  test('that takes the place of one which a process does not know any other of is missed by its probe, and by whoever asks it', async () => {
    const store = await openStore(backend);
    const cast = await createCast(store.ports);
    const keyed = { current: Buffer.alloc(32, 7) };
    const unaware = await openRepositories(store.database, keyed, { leaseMs: 0 });
    await unaware.stores.memories.save(cast.a, { content: 'before' });
    await unaware.probe();
    await rotateMasterKey(store.database, { current: Buffer.alloc(32, 8), others: [keyed.current] });
    await expect(unaware.probe()).rejects.toThrow(WrongMasterKey);
    const lacking = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('not given the master key') };
    await expect(unaware.stores.memories.save(cast.a, { content: 'after' })).rejects.toMatchObject(lacking);
    await expect(unaware.stores.memories.page(cast.a, { limit: 1, offset: 0 })).rejects.toMatchObject(lacking);
    const aware = await openRepositories(store.database, { current: Buffer.alloc(32, 8) });
    await aware.probe();
    expect((await aware.stores.memories.page(cast.a, { limit: 9, offset: 0 })).total).toBe(1);
    await store.close();
  });
});
