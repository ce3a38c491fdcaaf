import { describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { createBrowser } from './browser.ts';
import { deciderOf } from './decider.ts';
import { authorizationUrl, decide, goOn, interactionIn, newClient, newPkce, requestOf, showInteraction } from './flow.ts';
import { publicUrl } from './public-address.ts';

export const decisionSuite: Suite = (stage) => {
  async function begin(browser = createBrowser()) {
    const decider = deciderOf(stage);
    const client = await newClient(decider.baseUrl);
    const uid = interactionIn(await browser.visit(authorizationUrl(decider.baseUrl, requestOf(client, newPkce()))));
    const approval = { approve: true, project_id: decider.projectId };
    return { decider, client, uid, browser, approval };
  }

  const connections = async () =>
    (await call(`${publicUrl(stage)}/oauth/connections`, { headers: { authorization: `Bearer ${stage.person.token}` } })).body.data;

  describe('a request that waits for a person', () => {
    test('tells anyone who has its link who asks, and the person what there is to choose', async () => {
      const { decider, client, uid } = await begin();
      const open = await showInteraction(decider.baseUrl, uid);
      expect([open.status, Object.keys(open.body)]).toEqual([200, ['client', 'scope', 'expires_at']]);
      expect(open.body).toMatchObject({
        client: { id: client.clientId, name: 'Suite', redirect_host: '127.0.0.1', is_loopback: true, is_verified: false },
        scope: 'mcp',
      });
      const left = Date.parse(open.body.expires_at) - Date.now();
      expect(left).toBeGreaterThan(800_000);
      expect(left).toBeLessThanOrEqual(900_000);
      const { body } = await showInteraction(decider.baseUrl, uid, decider.token);
      expect(body.workspaces).toEqual([
        {
          id: stage.person.workspaceId,
          name: expect.any(String),
          role: 'owner',
          projects: expect.arrayContaining([{ id: decider.projectId, name: 'My project' }]),
        },
      ]);
    });

    test('is told to nobody with a credential that is no good', async () => {
      const { decider, uid } = await begin();
      expect((await showInteraction(decider.baseUrl, uid, 'rubbish')).status).toBe(401);
      expect((await showInteraction(decider.baseUrl, uid, stage.product.account.apiKey)).status).toBe(401);
    });

    test('is not there under another name', async () => {
      const { decider } = await begin();
      for (const uid of ['nothing', '..%2f..', 'x'.repeat(400)]) expect((await showInteraction(decider.baseUrl, uid)).status).toBe(404);
    });

    test('is told to pages of the app address, and preflights say so', async () => {
      const { decider, uid } = await begin();
      const { origin } = new URL(decider.baseUrl);
      const asked = await call(`${decider.baseUrl}/oauth/interactions/${uid}`, { headers: { origin } });
      expect([
        asked.status,
        asked.headers.get('access-control-allow-origin'),
        asked.headers.get('access-control-allow-credentials'),
      ]).toEqual([200, origin, null]);
    });
  });

  test("apps that connect at the same time in one browser do not get into each other's way", async () => {
    const browser = createBrowser();
    const [first, second, third] = [await begin(browser), await begin(browser), await begin(browser)];
    for (const { decider, uid, approval } of [second, first, third]) {
      const { body } = await decide(decider, uid, approval);
      expect((await goOn(browser, body.next)).searchParams.get('code')).not.toBeNull();
    }
  });

  test('the cookie of one request does not serve for another', async () => {
    const [mine, other] = [await begin(), await begin()];
    const { body } = await decide(mine.decider, mine.uid, mine.approval);
    expect((await other.browser.visit(body.next)).location?.searchParams.get('error')).toBe('wrong_browser');
  });

  describe('a decision', () => {
    test('needs the session of a person, however it comes', async () => {
      const { decider, uid, approval, browser } = await begin();
      const send = (headers: Record<string, string>) =>
        call(`${decider.baseUrl}/oauth/interactions/${uid}/decision`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(approval),
        });
      // A browser that holds the cookies of the request, but nothing that says whose it is.
      expect((await send({ cookie: browser.cookies().join('=x; ') })).status).toBe(401);
      expect((await send({ authorization: `Bearer ${stage.product.account.apiKey}` })).status).toBe(401);
      expect((await send({ authorization: `Bearer ${decider.token}`, origin: 'https://evil.example' })).status).toBe(403);
      const form = await call(`${decider.baseUrl}/oauth/interactions/${uid}/decision`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `approve=true&project_id=${decider.projectId}`,
      });
      expect(form.status).toBe(401);
    });

    test('is for a project of the person', async () => {
      const { decider, uid } = await begin();
      expect((await decide(decider, uid, { approve: true })).status).toBe(400);
      expect((await decide(decider, uid, { approve: true, project_id: 'x' })).status).toBe(400);
      expect((await decide(decider, uid, { approve: true, project_id: '01a21f00-0000-7000-8000-000000000000' })).status).toBe(404);
      expect((await decide(decider, uid, { approve: 'yes', project_id: decider.projectId })).status).toBe(400);
      expect((await decide(decider, 'nothing', { approve: true, project_id: decider.projectId })).status).toBe(404);
    });

    test('to approve sends the browser back with a code', async () => {
      const { decider, uid, browser, approval } = await begin();
      const { body } = await decide(decider, uid, approval);
      const answered = await goOn(browser, body.next);
      expect(Object.fromEntries(answered.searchParams)).toEqual({ code: expect.any(String), state: 'the state', iss: decider.baseUrl });
      // Nothing of the flow says later who was here.
      expect(browser.cookies().filter((name) => name.startsWith('_session'))).toEqual([]);
    });

    test('to deny tells the client so, and leaves nothing', async () => {
      const before = await connections();
      const { decider, uid, browser } = await begin();
      const { body } = await decide(decider, uid, { approve: false });
      const answered = await goOn(browser, body.next);
      expect(Object.fromEntries(answered.searchParams)).toEqual({
        error: 'access_denied',
        error_description: expect.any(String),
        state: 'the state',
        iss: decider.baseUrl,
      });
      expect(answered.href.startsWith('http://127.0.0.1/callback?')).toBe(true);
      expect(await connections()).toEqual(before);
    });

    test('works once', async () => {
      const { decider, uid, browser, approval } = await begin();
      const { body } = await decide(decider, uid, approval);
      await goOn(browser, body.next);
      const again = await browser.visit(body.next);
      expect([again.status, again.location?.searchParams.get('error')]).toEqual([303, expect.stringMatching(/^(expired|wrong_browser)$/)]);
    });

    test('that is made anew ends the one before', async () => {
      const { decider, uid, browser, approval } = await begin();
      const first = await decide(decider, uid, approval);
      const second = await decide(decider, uid, { approve: false });
      expect((await browser.visit(first.body.next)).location?.searchParams.get('error')).toBe('expired');
      expect((await goOn(browser, second.body.next)).searchParams.get('error')).toBe('access_denied');
    });

    test.each(['', '?ticket=', '?ticket=guess', '?ticket=a&ticket=b'])('cannot be made up: %j', async (query) => {
      const { decider, uid, browser, approval } = await begin();
      await decide(decider, uid, approval);
      const visit = await browser.visit(`${decider.baseUrl}/oauth/interactions/${uid}/finish${query}`);
      expect([visit.status, visit.location?.searchParams.get('error')]).toEqual([303, 'expired']);
    });

    test('on one request is worth nothing on another', async () => {
      const [one, other] = [await begin(), await begin()];
      const { body } = await decide(one.decider, one.uid, one.approval);
      const moved = new URL(body.next);
      moved.pathname = moved.pathname.replace(one.uid, other.uid);
      expect((await other.browser.visit(moved.href)).location?.searchParams.get('error')).toBe('expired');
    });
  });

  describe('an approval that is stolen', () => {
    test('is worth nothing: whoever began the request elsewhere gets no code for the person who approved it', async () => {
      const before = await connections();
      // The attacker begins, and sends the link of the consent page to a person who is signed in, and who approves.
      const attacker = createBrowser();
      const { decider, uid, approval } = await begin(attacker);
      const { body } = await decide(decider, uid, approval);
      const victim = createBrowser();
      const finished = await victim.visit(body.next);
      expect([finished.status, finished.location?.pathname, finished.location?.searchParams.get('error')]).toEqual([
        303,
        '/oauth/consent',
        'wrong_browser',
      ]);
      // The attacker tries the ticket, and resumes what was begun.
      const stolen = await attacker.visit(body.next);
      expect(stolen.location?.searchParams.get('error')).toBe('expired');
      const resumed = await attacker.visit(`${decider.baseUrl}/oauth/authorize/${uid}`);
      expect(resumed.location?.searchParams.get('code') ?? null).toBeNull();
      expect(await connections()).toEqual(before);
    });

    test('a browser in the middle of another request is another browser', async () => {
      const attacker = await begin();
      const victim = await begin();
      const { body } = await decide(attacker.decider, attacker.uid, attacker.approval);
      expect((await victim.browser.visit(body.next)).location?.searchParams.get('error')).toBe('wrong_browser');
    });
  });

  test('a request that is resumed without a decision asks again, and one that is over says so on the consent page', async () => {
    const { decider, uid, browser } = await begin();
    const again = await browser.visit(`${decider.baseUrl}/oauth/authorize/${uid}`);
    expect(interactionIn(again)).not.toBe(uid);
    const over = await browser.visit(`${decider.baseUrl}/oauth/authorize/${uid}`);
    expect([over.status, over.location?.pathname, over.location?.searchParams.get('error')]).toEqual([303, '/oauth/consent', 'expired']);
  });

  test('two people in one browser are two connections', async () => {
    const browser = createBrowser();
    const first = await begin(browser);
    await goOn(browser, (await decide(first.decider, first.uid, first.approval)).body.next);
    const second = await begin(browser);
    const answered = await goOn(browser, (await decide(second.decider, second.uid, second.approval)).body.next);
    expect(answered.searchParams.get('code')).not.toBeNull();
  });
};
