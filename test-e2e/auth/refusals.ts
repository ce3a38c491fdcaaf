import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { newAddress } from './addresses.ts';
import { ask, codeOf, places } from './places.ts';

export const refusalSuite: Suite = (stage) => {
  describe.each(places)('without a good credential at $name', (place) => {
    const asked = (headers: Record<string, string>, query?: string) =>
      ask(stage.product.baseUrl, place, { ...newAddress(), ...headers }, query);

    test.each([{}, { authorization: '' }, { 'x-api-key': '  ' }, { cookie: 'api_key=x; session=y' }])(
      '%j is asked for one',
      async (headers) => {
        const answer = await asked(headers);
        expect([answer.status, codeOf(answer), answer.headers.get('www-authenticate')]).toEqual([
          401,
          'unauthorized',
          expect.stringMatching(/^Bearer realm="cairn", resource_metadata="[^"]+", scope="mcp"$/),
        ]);
      },
    );

    test('one that nobody made is refused alike, whatever is wrong with it', async () => {
      const { secret } = await stage.newProject();
      const wrong = [
        'x',
        'null',
        'undefined',
        'cairn_',
        `cairn_${'0'.repeat(47)}`,
        `cairn_${'0'.repeat(48)}`,
        `cairn_${'0'.repeat(49)}`,
        secret.slice(0, -1),
        `${secret}x`,
        secret.toUpperCase(),
        secret.replace('cairn_', 'cairn-'),
        `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
        `${secret}%00`,
        `'; drop table api_keys; --`,
      ];
      const answers = await Promise.all(wrong.map((value) => asked({ authorization: `Bearer ${value}` })));
      for (const answer of answers) {
        expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthorized']);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="cairn", error="invalid_token", resource_metadata="[^"]+"/);
      }
      const messages = answers.map(({ text, headers }) => text.replaceAll(headers.get('x-request-id') ?? '', ''));
      expect(new Set(messages).size).toBe(1);
    });

    test.each(['Basic abc', 'Digest x', 'Token x', 'Bearer,', 'Bearer a b', 'Bearer\tx', 'Bearer  '])(
      'a header that reads %j is refused',
      async (authorization) => {
        expect((await asked({ authorization })).status).toBe(401);
      },
    );

    test("a person's session is let in only where people are", async () => {
      const { token } = stage.person;
      const isForPeople = place.path.startsWith('/v1');
      const project = { 'x-service-project-id': stage.person.firstProjectId };
      expect((await asked({ authorization: `Bearer ${token}`, ...project })).status).toBe(isForPeople ? 200 : 401);
      expect((await asked({ 'x-api-key': token, ...project })).status).toBe(401);
      expect((await asked(project, `?api_key=${token}`)).status).toBe(401);
    });
  });

  test('a key is let in nowhere that is for a person alone', async () => {
    const { caller } = await stage.newProject();
    expect((await caller.rest('GET', '/auth/me', undefined, newAddress())).status).toBe(401);
    expect((await caller.rest('POST', '/auth/sign-out', undefined, newAddress())).status).toBe(401);
  });
};
