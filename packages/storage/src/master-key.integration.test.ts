import { describe, expect, test } from 'vitest';
import { openRepositories } from './stores.ts';
import { backends, openStore } from './testing/backends.ts';

describe.each(backends)('the master key on %s', (backend) => {
  test('another master key than that of the first start is refused, and the right one still opens', async () => {
    const store = await openStore(backend);
    await expect(openRepositories(store.database, Buffer.alloc(32, 8))).rejects.toThrow(
      /^the master key is not the one .*CAIRN_MASTER_KEY, .* takes the key of the first start: 32 bytes in base64$/,
    );
    await expect(openRepositories(store.database, Buffer.alloc(32, 7))).resolves.toBeDefined();
    await store.close();
  });
});
