import { describe, expect, test } from 'vitest';
import { call, callerFor } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { newAddress } from './addresses.ts';

export const signInSuite: Suite = (stage) => {
  const signIn = (body: unknown, baseUrl = stage.product.baseUrl): Promise<Answer> =>
    call(`${baseUrl}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newAddress() },
      body: JSON.stringify(body),
    });

  describe('signing in', () => {
    test('gives a session, whatever case the e-mail is in', async () => {
      const { email, password } = stage.product.account;
      for (const spelled of [email, email.toUpperCase()]) {
        const answer = await signIn({ email: spelled, password });
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
        expect(answer.body).toMatchObject({ session_token: expect.stringMatching(/^cairn_session_/), user: { email } });
        expect(new Date(answer.body.expires_at).getTime()).toBeGreaterThan(Date.now() + 11 * 3_600_000);
        expect(answer.text).not.toContain(password);
      }
    });

    test('tells who is signed in, with workspaces and projects', async () => {
      const answer = await callerFor(stage.product.baseUrl, stage.person.token).rest('GET', '/auth/me');
      expect(answer.body).toMatchObject({
        user: { id: expect.any(String), email: stage.product.account.email },
        workspaces: [{ id: stage.person.workspaceId, role: 'owner', plan: 'free', projects: expect.any(Array) }],
      });
    });

    test('is refused alike for a wrong password and an account that is not there', async () => {
      const { email, password } = stage.product.account;
      const answers = [
        await signIn({ email, password: `${password}x` }),
        await signIn({ email: 'nobody@example.org', password }),
        await signIn({ email, password: password.toUpperCase() === password ? password.toLowerCase() : password.toUpperCase() }),
        await signIn({ email: 'no address', password: 'x' }),
      ];
      for (const { status, body } of answers) expect([status, body.code]).toEqual([401, 'unauthorized']);
      const plain = answers.map(({ text, headers }) => text.replaceAll(headers.get('x-request-id') ?? '', ''));
      expect(new Set(plain).size).toBe(1);
      const headers = answers.map((answer) => [...answer.headers.keys()].toSorted((a, b) => a.localeCompare(b)).join());
      expect(new Set(headers).size).toBe(1);
    });

    test('takes as long for an account that is not there', async () => {
      const { email } = stage.product.account;
      const times = { there: [] as number[], absent: [] as number[] };
      for (let round = 0; round < 5; round += 1) {
        for (const [kind, address] of [
          ['there', email],
          ['absent', `nobody${round}@example.org`],
        ] as const) {
          const startedAt = performance.now();
          await signIn({ email: address, password: 'not it' });
          times[kind].push(performance.now() - startedAt);
        }
      }
      const ratio = median(times.there) / median(times.absent);
      expect(ratio).toBeGreaterThan(1 / 3);
      expect(ratio).toBeLessThan(3);
    });

    test.each([
      [{}, ['email', 'password']],
      [{ email: 'a@example.org' }, ['password']],
      [{ email: '', password: '' }, ['email', 'password']],
      [{ email: 7, password: ['x'] }, ['email', 'password']],
      [{ email: 'a@example.org', password: 'x'.repeat(1025) }, ['password']],
      [{ email: `${'a'.repeat(321)}@example.org`, password: 'x' }, ['email']],
      [{ email: 'a@example.org', password: 'x', remember: true }, ['remember']],
    ])('with %j is refused for its form', async (body, paths) => {
      const answer = await signIn(body);
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
    });

    test('ends with signing out, at every process', async () => {
      const { email, password } = stage.product.account;
      const opened = (await signIn({ email, password })).body.session_token;
      for (const { baseUrl } of stage.products) expect((await callerFor(baseUrl, opened).rest('GET', '/auth/me')).status).toBe(200);
      expect((await callerFor(stage.product.baseUrl, opened).rest('POST', '/auth/sign-out')).status).toBe(204);
      for (const { baseUrl } of stage.products) {
        for (const path of ['/auth/me', '/v1/projects']) {
          expect((await callerFor(baseUrl, opened, newAddress()).rest('GET', path)).status).toBe(401);
        }
      }
      expect((await callerFor(stage.product.baseUrl, stage.person.token).rest('GET', '/auth/me')).status).toBe(200);
    });
  });
};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
