import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { newAddress } from './addresses.ts';
import { ask, places } from './places.ts';

export const revocationSuite: Suite = (stage) => {
  describe('a key that is revoked', () => {
    test('is refused by the very next request, at every process and every address', async () => {
      const { session, keyId, secret } = await stage.newProject();
      const askAll = (headers: Record<string, string>) =>
        Promise.all(stage.products.flatMap(({ baseUrl }) => places.map((place) => ask(baseUrl, place, { ...newAddress(), ...headers }))));
      const bearer = { authorization: `Bearer ${secret}` };
      expect((await askAll(bearer)).map(({ status }) => status)).toEqual((await askAll(bearer)).map(() => 200));
      await session.rest('DELETE', `/v1/api-keys/${keyId}`);
      for (const headers of [bearer, { 'x-api-key': secret }]) {
        const answers = await askAll(headers);
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
      }
    });

    test('is never let in after the revocation was answered, however hard it tries', async () => {
      const { session, keyId, secret } = await stage.newProject();
      let revokedAt = Number.POSITIVE_INFINITY;
      const late: number[] = [];
      const trying = stage.products.flatMap(({ baseUrl }) =>
        Array.from({ length: 4 }, async () => {
          const caller = callerFor(baseUrl, secret, newAddress());
          for (;;) {
            const sentAt = performance.now();
            const { status } = await caller.tool('get_memories', { limit: 1 });
            if (sentAt > revokedAt) late.push(status);
            if (sentAt > revokedAt + 300) return;
          }
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await session.rest('DELETE', `/v1/api-keys/${keyId}`)).status).toBe(204);
      revokedAt = performance.now();
      await Promise.all(trying);
      expect(late.length).toBeGreaterThan(10);
      for (const status of late) expect([401, 429]).toContain(status);
    });

    test('leaves the other keys alone', async () => {
      const { session, keyId, other } = await stage.newProject();
      await session.rest('DELETE', `/v1/api-keys/${keyId}`);
      expect((await other.tool('get_memories', {})).status).toBe(200);
    });
  });

  test('the keys of a project that was deleted are refused at every process', async () => {
    const { id, secret, session } = await stage.newProject();
    for (const { baseUrl } of stage.products) expect((await callerFor(baseUrl, secret).tool('get_memories', {})).status).toBe(200);
    expect((await session.rest('DELETE', `/v1/projects/${id}`)).status).toBe(204);
    for (const { baseUrl } of stage.products) {
      expect((await callerFor(baseUrl, secret, newAddress()).tool('get_memories', {})).status).toBe(401);
    }
    expect((await session.rest('GET', '/v1/memories')).status).toBe(403);
  });
};
