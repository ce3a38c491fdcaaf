import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import { consentPage } from './consent-page.ts';
import type { Suite } from './stage.ts';

/** What comes of a person's yes and no. */
export const decisionSuite: Suite = (stage) => {
  describe('a person who allows', () => {
    test('sees who asks, signs in, chooses a workspace and a project, and the app works in that project', async () => {
      const person = await signIn(stage.place.product);
      const caller = callerFor(stage.place.baseUrl, person.token);
      const workspace = (await caller.rest('POST', '/v1/workspaces', { name: 'Babbage & Co' })).body.id;
      const projectId = (await caller.rest('POST', '/v1/projects', { name: 'Cellar', workspace_id: workspace })).body.id;
      const app = await stage.newApp({ name: 'Weather Helper' });
      const page = await stage.asked(app);

      expect(await page.heading()).toBe('Sign in to connect Weather Helper');
      expect(await page.text()).toContain(new URL(app.redirectUri).host);
      expect(await page.text()).toContain(app.clientId);
      expect(await page.text()).toMatch(/Unverified.*program on this computer/s);
      expect(new URL(page.page.url()).origin).toBe(new URL(stage.place.appUrl).origin);

      await page.signIn(stage.ada);
      await page.says('Connect Weather Helper to Cairn?');
      await page.choose('Workspace', 'Babbage & Co');
      expect(await page.options('Project')).toEqual(['Cellar']);
      await page.choose('Project', 'Cellar');
      const answer = app.answer();
      await page.press('Allow');
      const given = await answer;
      expect([given.get('state'), given.get('iss')]).toEqual([app.state, stage.place.baseUrl]);

      const { access_token: token } = (await app.exchange(given.get('code') ?? '')).body;
      const connected = callerFor(stage.place.baseUrl, token);
      expect((await connected.tool('save_memory', { content: 'The cellar is dry.' })).body.result.success).toBe(true);
      const { body } = await person.in(projectId).rest('GET', '/v1/memories');
      expect(body.data.map(({ content }: { content: string }) => content)).toEqual(['The cellar is dry.']);
    });

    test('finds the project of last time chosen the next time, in a new tab', async () => {
      const person = await signIn(stage.place.product);
      const name = `Attic ${Date.now()}`;
      await person.makeProject(name);
      const profile = await stage.newProfile();
      const first = await stage.asked(await stage.newApp(), { profile });
      await first.signIn(stage.ada);
      await first.says(/^Connect/);
      await first.choose('Project', name);
      await first.press('Allow');
      await first.page.waitForFunction("document.title === 'App'");

      const second = await stage.asked(await stage.newApp(), { profile });
      expect(await second.heading()).toMatch(/^Sign in/);
      await second.signIn(stage.ada);
      await second.says(/^Connect/);
      expect(await second.page.$eval('#project option:checked', (option) => option.textContent)).toBe(name);
    });
  });

  test('a person who denies sends the app an error and no code', async () => {
    const app = await stage.newApp();
    const page = await stage.asked(app);
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    const answer = app.answer();
    await page.press('Deny');
    const given = await answer;
    expect(Object.fromEntries(given)).toMatchObject({ error: 'access_denied', state: app.state, iss: stage.place.baseUrl });
    expect(given.has('code')).toBe(false);
  });

  test('an app that is reached by links of its own leaves the tab on the page, which says so', async () => {
    const app = await stage.newApp({ name: 'Cursor', redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback' });
    const page = await stage.asked(app);
    expect(await page.text()).toContain('cursor://anysphere.cursor-mcp');
    expect(await page.text()).toContain('opens cursor: links');
    const gone: string[] = [];
    page.page.on('request', (request) => gone.push(request.url()));
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    await page.press('Allow');
    await page.says('Cursor is connected');
    expect(await page.text()).toContain('You can return to the app');
    await expect.poll(() => gone.some((url) => url.startsWith('cursor://anysphere.cursor-mcp/oauth/callback?code='))).toBe(true);
    expect(new URL(page.page.url()).pathname).toBe('/oauth/consent');
    expect(await page.heading()).toBe('Cursor is connected');
  });

  test('an app that opened the page as a popup hears of the answer in its own window', async () => {
    const app = await stage.newApp();
    const profile = await stage.newProfile();
    const opener = await stage.newTab({ profile });
    await opener.page.goto(new URL('/', app.redirectUri).href);
    await opener.page.evaluate(`
      window.heard = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)));
      window.popup = window.open(${JSON.stringify(app.authorizeUrl)}, 'connect', 'width=480,height=720');
    `);
    const popup = consentPage(await profile.tabAt('/oauth/consent'));
    await popup.signIn(stage.ada);
    await popup.says(/^Connect/);
    expect(await opener.page.evaluate('window.popup.closed')).toBe(false);
    await popup.press('Allow');
    expect(await opener.page.evaluate('window.heard')).toContain(`state=${app.state}`);
  });
};
