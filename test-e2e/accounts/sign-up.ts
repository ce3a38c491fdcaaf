import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import { callerFor } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { impersonal, newEmail, newKey, newOwner, post, signIn } from './people.ts';

export const signUpSuite: Suite = (stage) => {
  const signUp = (body: object, headers?: Record<string, string>) => post(stage.product.baseUrl, '/auth/sign-up', body, headers);
  const password = 'a heron at the river';

  describe('signing up', () => {
    test('gives a person a workspace, a project and keys that work at every process', async () => {
      const email = newEmail();
      const answer = await signUp({ email, password, name: 'Bea' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(answer.body).toEqual({ user: { email, name: 'Bea' }, message: expect.any(String) });
      const bea = await signIn(stage.product.baseUrl, { email: email.toUpperCase(), password });
      const me = (await bea.rest('GET', '/auth/me')).body;
      expect(me).toMatchObject({
        user: { email, name: 'Bea' },
        workspaces: [{ role: 'owner', plan: 'free', projects: [{ name: expect.any(String) }] }],
      });
      const key = await newKey(bea, me.workspaces[0].projects[0].id);
      for (const { baseUrl } of stage.products) expect(await total(callerFor(baseUrl, key))).toBe(0);
    });

    test('leaves out blanks that were pasted around the e-mail', async () => {
      const email = newEmail();
      expect((await signUp({ email: ` ${email}\t`, password })).body).toMatchObject({ user: { email } });
      expect((await post(stage.product.baseUrl, '/auth/sign-in', { email: `${email} `, password })).body).toMatchObject({
        user: { email },
      });
    });

    test('with a taken e-mail is answered as with a free one, and changes nothing', async () => {
      const owner = await newOwner(stage);
      const free = newEmail();
      const answers = [
        impersonal(await signUp({ email: free, password }), free),
        impersonal(await signUp({ email: owner.email.toUpperCase(), password }), owner.email.toUpperCase()),
        impersonal(await signUp({ email: stage.product.account.email, password }), stage.product.account.email),
      ];
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect((await post(stage.product.baseUrl, '/auth/sign-in', { email: owner.email, password })).status).toBe(401);
      const me = (await (await signIn(stage.product.baseUrl, owner)).rest('GET', '/auth/me')).body;
      expect(me).toMatchObject({ user: { id: owner.id, email: owner.email }, workspaces: [{ id: owner.workspaceId }] });
    });

    test('takes as long for a taken e-mail', async () => {
      const { email } = await newOwner(stage);
      const times = { free: [] as number[], taken: [] as number[] };
      for (let round = 0; round < 4; round += 1) {
        for (const [kind, address] of [
          ['free', newEmail()],
          ['taken', email],
        ] as const) {
          const startedAt = performance.now();
          await signUp({ email: address, password });
          times[kind].push(performance.now() - startedAt);
        }
      }
      const [free, taken] = [Math.min(...times.free), Math.min(...times.taken)];
      expect(Math.min(free, taken)).toBeGreaterThan(250);
      expect(free / taken).toBeGreaterThan(1 / 2);
      expect(free / taken).toBeLessThan(2);
    });

    test('five times at once with one e-mail makes one account', async () => {
      const email = newEmail();
      const passwords = Array.from({ length: 5 }, (_, at) => `${password} ${at}`);
      const answers = await Promise.all(passwords.map((one) => signUp({ email, password: one })));
      expect(answers.map(({ status }) => status)).toEqual(passwords.map(() => 201));
      const statuses = [];
      for (const one of passwords) statuses.push((await post(stage.product.baseUrl, '/auth/sign-in', { email, password: one })).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    });

    test.each([
      [{}, ['email', 'password']],
      [{ email: 'bea', password }, ['email']],
      [{ email: 'bea@', password }, ['email']],
      [{ email: `${'b'.repeat(250)}@example.org`, password }, ['email']],
      [{ email: 'bea@example.org', password: 'heron 7' }, ['password']],
      [{ email: 'bea@example.org', password: 'iloveyou1' }, ['password']],
      [{ email: 'bea@example.org', password: 'bea@example.org' }, ['password']],
      [{ email: 'bea@example.org', password: 'x'.repeat(1025) }, ['password']],
      [{ email: 'bea@example.org', password, name: '' }, ['name']],
      [{ email: 'bea@example.org', password, plan: 'premium' }, ['plan']],
    ])('with %j is refused for its form', async (body, paths) => {
      const answer = await signUp(body);
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
    });

    test('takes a password in whichever way its characters are composed', async () => {
      const email = newEmail();
      await signUp({ email, password: 'ein Flu\u0308sschen' });
      expect((await post(stage.product.baseUrl, '/auth/sign-in', { email, password: 'ein Fl\u00fcsschen' })).status).toBe(200);
    });

    test.each(['there', 'not there'])('is limited for an e-mail whose account is %s, from wherever it comes', async (kind) => {
      const email = kind === 'there' ? (await newOwner(stage)).email : newEmail();
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) statuses.push((await signUp({ email, password })).status);
      // The sign-up that made the account counts as well.
      expect(statuses).toEqual(kind === 'there' ? [201, 201, 201, 201, 429, 429] : [201, 201, 201, 201, 201, 429]);
    });

    test('leaves neither e-mail, password nor name in the log', async () => {
      const email = newEmail();
      await signUp({ email, password, name: 'Beatrix of the reeds' });
      await signUp({ email, password: 'short', name: 'Beatrix of the reeds' });
      const printed = stage.products.map((product) => product.output()).join('\n');
      for (const word of [email, 'heron', 'Beatrix']) expect(printed).not.toContain(word);
    });
  });
};
