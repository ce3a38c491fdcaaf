import { describe, expect, test } from 'vitest';
import { call, callerFor } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { newAddress } from './addresses.ts';

export const signInLimitSuite: Suite = (stage) => {
  const signIn = (email: string, password: string, headers: Record<string, string>): Promise<Answer> =>
    call(`${stage.product.baseUrl}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email, password }),
    });

  describe('failed sign-ins', () => {
    test.each(['there', 'not there'])('are limited for an account that is %s, from wherever they come', async (kind) => {
      const email = kind === 'there' ? stage.product.account.email : 'target@example.org';
      const answers: Answer[] = [];
      for (let at = 0; at < 20 && answers.at(-1)?.status !== 429; at += 1) answers.push(await signIn(email, `guess ${at}`, newAddress()));
      const last = answers.at(-1);
      expect([last?.status, last?.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answers.slice(0, -1).map(({ status }) => status)).toEqual(answers.slice(0, -1).map(() => 401));
      // Those of the tests before count too, for the account that is there.
      expect(answers.length).toBeLessThanOrEqual(11);
    });

    test('are limited for an address, whatever the account', async () => {
      const address = newAddress();
      const statuses: number[] = [];
      // A few at once: more would wait for their turn at the hashing, and be told that it is busy.
      for (let from = 0; from < 60; from += 6) {
        const tried = Array.from({ length: 6 }, (_, at) => signIn(`someone${from + at}@example.org`, 'guess', address));
        statuses.push(...(await Promise.all(tried)).map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(50);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    });

    test('take nothing from a session that is open', async () => {
      expect((await callerFor(stage.product.baseUrl, stage.person.token).rest('GET', '/auth/me')).status).toBe(200);
    });
  });
};
