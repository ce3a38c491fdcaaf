import { beforeAll, describe, expect, test } from 'vitest';
import { remembered, total } from '../memories/remembered.ts';
import { badArguments, callThrough, doors } from '../product/doors.ts';
import type { Project, Suite } from '../product/stage.ts';
import { send } from '../product/wire.ts';
import { newAddress } from './addresses.ts';
import { ask, codeOf, places } from './places.ts';

/** As the product would make it, and never made. */
const unknownKey = `cairn_${'7'.repeat(48)}`;

export const precedenceSuite: Suite = (stage) => {
  describe.each(places)('a credential at $name', (place) => {
    let home: Project;
    let away: Project;
    beforeAll(async () => {
      [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
    });
    const asked = (headers: Record<string, string>, query?: string) =>
      ask(stage.product.baseUrl, place, { ...newAddress(), ...headers }, query);

    test('may come in any of its ways, or in several at once', async () => {
      const { secret } = home;
      const ways: readonly [Record<string, string>, string?][] = [
        [{ authorization: `Bearer ${secret}` }],
        [{ authorization: `bearer ${secret}` }],
        [{ authorization: `BEARER   ${secret}` }],
        [{ 'x-api-key': secret }],
        [{ 'x-api-key': ` ${secret} ` }],
        [{}, `?api_key=${secret}`],
        [{}, `?limit=1&api_key=${secret}&`],
        [{}, `?api_key=${secret.replace('c', '%63')}`],
        [{ authorization: `Bearer ${secret}`, 'x-api-key': secret }, `?api_key=${secret}`],
        [{ authorization: '', 'x-api-key': '' }, `?api_key=${secret}`],
      ];
      for (const [headers, query] of ways) expect([headers, query, (await asked(headers, query)).status]).toEqual([headers, query, 200]);
    });

    test('beside another good one is refused', async () => {
      const bearer = { authorization: `Bearer ${home.secret}` };
      const pairs: readonly [Record<string, string>, string?][] = [
        [bearer, `?api_key=${away.secret}`],
        [bearer, `?api_key=${home.otherSecret}`],
        [{ ...bearer, 'x-api-key': away.secret }],
        [{ 'x-api-key': `${home.secret}, ${away.secret}` }],
        [{ 'x-api-key': home.secret }, `?api_key=${away.secret}`],
        [{}, `?api_key=${home.secret}&api_key=${away.secret}`],
        [bearer, `?api_key=${unknownKey}`],
        [bearer, '?api_key=rubbish'],
      ];
      for (const [headers, query] of pairs) {
        const answer = await asked(headers, query);
        expect([headers, query, answer.status, codeOf(answer)]).toEqual([headers, query, 400, 'invalid_params']);
      }
    });

    test('that is sent twice in headers of one name is refused', async () => {
      const body = Buffer.from(place.body ?? '');
      const twice = (name: string, [first, second]: readonly [string, string]) =>
        send(stage.product.port, {
          method: place.body === undefined ? 'GET' : 'POST',
          path: place.path,
          headers: { 'content-type': 'application/json', [name]: `${first}\r\n${name}: ${second}` },
          body,
        });
      expect((await twice('x-api-key', [home.secret, away.secret])).status).toBe(400);
      expect((await twice('authorization', [`Bearer ${home.secret}`, `Bearer ${away.secret}`])).status).toBe(400);
      expect((await twice('authorization', [`Bearer ${home.secret}`, `Bearer ${home.secret}`])).status).toBe(200);
      expect((await twice('authorization', [`Bearer ${unknownKey}`, `Bearer ${home.secret}`])).status).toBe(401);
    });

    test('that is no good is never replaced by one that comes after it', async () => {
      const bad: readonly Record<string, string>[] = [
        { authorization: `Bearer ${unknownKey}` },
        { authorization: 'Bearer rubbish' },
        { authorization: 'Bearer' },
        { authorization: `Basic ${Buffer.from(`user:${home.secret}`).toString('base64')}` },
        { authorization: home.secret },
        { 'x-api-key': unknownKey },
        { 'x-api-key': 'rubbish' },
      ];
      for (const headers of bad) {
        for (const answer of [
          await asked(headers, `?api_key=${home.secret}`),
          ...('x-api-key' in headers ? [] : [await asked({ ...headers, 'x-api-key': home.secret })]),
        ]) {
          expect([headers, answer.status, answer.headers.get('www-authenticate')]).toEqual([
            headers,
            401,
            expect.stringContaining('invalid_token'),
          ]);
        }
      }
    });
  });

  test.each(doors)('what the arguments say of credentials is refused by %s', async (door) => {
    const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
    const args = { content: 'x', api_key: away.secret, project_id: away.id, user_id: 'b' };
    const { refusal, http } = await callThrough(door, home.caller, 'save_memory', args);
    expect(refusal).toMatchObject(badArguments('api_key', 'project_id', 'user_id'));
    expect(http.text).not.toContain(away.secret);
    expect([await total(home.caller), await total(away.caller)]).toEqual([0, 0]);
  });

  test('a request with two keys writes to neither project', async () => {
    const [home, away] = await Promise.all([stage.newProject(), stage.newProject()]);
    const answer = await home.caller.tool('save_memory', { content: 'x' }, { 'x-api-key': away.secret });
    expect(answer.status).toBe(400);
    expect([await remembered(home.caller), await remembered(away.caller)]).toEqual([[], []]);
  });
};
