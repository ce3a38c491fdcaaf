import { expect, test } from 'vitest';
import { callerFor } from '../../product/caller.ts';
import type { Suite } from '../stage.ts';
import { newDesk, openedAs, sessionOf } from './dashboard-page.ts';
import type { DashboardPage } from './dashboard-page.ts';
import { judgedDialog } from './judging.ts';

const secretShape = /cairn_\w{48}/;

/** Everything that a page keeps or shows. */
const everythingIn = async (dashboard: DashboardPage): Promise<string> =>
  String(
    await dashboard.page.evaluate(
      `document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((input) => input.value).join() +
        JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + JSON.stringify(history.state) + document.cookie`,
    ),
  );

const makeKey = async (dashboard: DashboardPage, name: string): Promise<string> => {
  await dashboard.press('Create API Key');
  await dashboard.fill('Name', name);
  await dashboard.press('Create API key');
  await dashboard.page.waitForSelector('.secret code');
  return dashboard.page.$eval('.secret code', (code) => code.textContent ?? '');
};

/** Keys and connected apps. */
export const keySuite: Suite = (stage) => {
  test('a new key is shown once, works, and turns the light on', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('settings/mcp');
    await dashboard.shows('Waiting for the first call');
    const secret = await makeKey(dashboard, 'Laptop');
    expect(secret).toMatch(secretShape);
    expect(await dashboard.page.evaluate(`document.activeElement.textContent`)).toBe('Copy');
    await dashboard.page.keyboard.press('Escape');
    expect(await dashboard.page.$('dialog[open]')).not.toBeNull();
    await dashboard.press('Done');
    await dashboard.shows('You have not copied it.');
    await dashboard.press('Done');
    await dashboard.page.waitForFunction(`document.querySelector('dialog') === null`);
    await dashboard.shows(`…${secret.slice(-4)}`);

    expect((await callerFor(stage.place.baseUrl, secret).tool('get_memories', {})).status).toBe(200);
    await dashboard.shows('Connected · Laptop');

    for (const move of [
      () => dashboard.page.reload(),
      () => dashboard.page.goto(`${stage.place.appUrl}/account`),
      () => dashboard.page.goBack(),
    ]) {
      await move();
      await dashboard.page.waitForSelector('h1');
      expect((await everythingIn(dashboard)).includes(secret)).toBe(false);
    }
    expect((await desk.api.rest('GET', '/v1/api-keys')).text).not.toContain(secret);
  });

  test('a form that is sent twice makes one key', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('settings/mcp');
    await dashboard.press('Create API Key');
    await dashboard.fill('Name', 'Twice');
    await dashboard.page.$eval('dialog form', (form) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await dashboard.page.waitForSelector('.secret code');
    expect((await desk.api.rest('GET', '/v1/api-keys')).body.data).toHaveLength(1);
  });

  test('Enter that is held down, or pressed twice, makes one key and does not leave it unseen', async () => {
    const desk = await newDesk(stage, 'Held');
    const dashboard = await desk.open('settings/mcp');
    const { page } = dashboard;
    await dashboard.press('Create API Key');
    await dashboard.fill('Name', 'Held');
    await page.focus('dialog input');
    const hold = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await page.keyboard.down('Enter');
    };
    await hold(5);
    await page.waitForSelector('.secret code');
    await hold(20);
    await page.keyboard.up('Enter');
    const secret = await page.$eval('.secret code', (code) => code.textContent ?? '');
    expect(secret).toMatch(secretShape);
    // Both of a double click on it: what is said after the first moves it away from under the pointer.
    await page.evaluate(`for (const detail of [1, 2]) {
      document.querySelector('dialog .primary').dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    }`);
    await dashboard.shows('You have not copied it.');
    expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Copy');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await page.$eval('.secret code', (code) => code.textContent)).toBe(secret);
    expect((await desk.api.rest('GET', '/v1/api-keys')).body.data).toHaveLength(1);
    await dashboard.press('Done');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
  });

  test('a key is filled into what is pasted while it is known, and gone from there afterwards', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('settings/mcp');
    for (const name of ['Claude', 'Claude Code', 'Cursor', 'VS Code', 'ChatGPT', 'Codex', 'Gemini']) {
      await dashboard.press(name);
      await dashboard.page.waitForSelector(`ol[aria-label="Connect ${name}"]`);
      expect(await dashboard.page.$$eval('.steps pre', (all) => all.map((each) => each.textContent).join())).toContain(
        `${stage.place.baseUrl}/mcp`,
      );
    }
    await dashboard.press('API key');
    await dashboard.shows('<API_KEY>');
    const secret = await makeKey(dashboard, 'Paste');
    await dashboard.press('Done');
    await dashboard.press('Done');
    await dashboard.page.waitForFunction(`document.querySelector('dialog') === null`);
    const pasted = await dashboard.page.$$eval('.steps pre', (all) => all.map(({ textContent }) => textContent ?? ''));
    expect(pasted.map((text) => [text.includes(secret), text.includes('<API_KEY>')])).toEqual([
      [true, false],
      [true, false],
    ]);
    await dashboard.press('Memories', 'link');
    await dashboard.says('Memories');
    await dashboard.page.goBack();
    await dashboard.says('Project settings');
    expect((await everythingIn(dashboard)).includes(secret)).toBe(false);
  });

  test('copying works on a page without TLS, and going back does not lose a key that was not copied', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('memories');
    const { page } = dashboard;
    await page.evaluate(`Object.defineProperty(globalThis, 'isSecureContext', { value: false })`);
    await dashboard.press('Project settings', 'link');
    await dashboard.says('Project settings');
    const secret = await makeKey(dashboard, 'Kept in sight');
    await page.evaluate('history.back()');
    await dashboard.shows('You have not copied it.');
    expect(await page.$eval('.secret code', (code) => code.textContent)).toBe(secret);
    await dashboard.press('Copy');
    await dashboard.shows('Copied');
    await dashboard.press('Done');
    await page.waitForSelector('dialog', { hidden: true });
    expect(new URL(page.url()).pathname).toContain('/settings');
  });

  test('rotating refuses the old secret, and revoking the key, after a question', async () => {
    const desk = await newDesk(stage);
    const old = (await desk.person.makeKey(desk.projectId, 'Build server')).secret;
    const use = async (secret: string): Promise<number> => (await callerFor(stage.place.baseUrl, secret).tool('get_memories', {})).status;
    const dashboard = await desk.open('settings/mcp');
    await dashboard.press('Rotate Build server');
    await dashboard.press('Rotate key');
    await dashboard.page.waitForSelector('.secret code');
    const fresh = await dashboard.page.$eval('.secret code', (code) => code.textContent ?? '');
    expect([await use(old), await use(fresh)]).toEqual([401, 200]);
    await dashboard.press('Done');
    await dashboard.press('Done');
    await dashboard.page.waitForFunction(`document.querySelector('dialog') === null`);
    await dashboard.press('Revoke Build server');
    await dashboard.press('Cancel');
    expect(await use(fresh)).toBe(200);
    await dashboard.press('Revoke Build server');
    await dashboard.press('Revoke key');
    await dashboard.shows('No keys yet');
    expect(await use(fresh)).toBe(401);
  });

  test('a viewer is offered no keys and gets none', async () => {
    const desk = await newDesk(stage);
    const invitation = await desk.api.rest('POST', `/v1/workspaces/${desk.person.workspaceId}/invitations`, { role: 'viewer' });
    const viewer = await stage.newPerson();
    const { token } = await sessionOf(stage, viewer);
    const own = callerFor(stage.place.baseUrl, token, { 'x-service-project-id': desk.projectId });
    expect((await own.rest('POST', '/v1/invitations/accept', { token: invitation.body.token })).status).toBe(200);
    const dashboard = await openedAs(stage, viewer, { path: `/projects/${desk.projectId}/settings/mcp` });
    await dashboard.shows('Connected Apps');
    expect(await dashboard.text()).not.toContain('Create API Key');
    expect([(await own.rest('GET', '/v1/api-keys')).status, (await own.rest('POST', '/v1/api-keys', { name: 'x' })).status]).toEqual([
      403, 403,
    ]);
  });

  test('an app that was let in is listed, and cut off', async () => {
    const desk = await newDesk(stage, 'For apps');
    const name = 'Notebook <b>bold</b><img src=x onerror=alert(1)>';
    const app = await stage.newApp({ name });
    const consent = await stage.asked(app);
    await consent.signIn(stage.ada);
    await consent.says(/^Connect/);
    await consent.page.select('#project', desk.projectId);
    const answer = app.answer();
    await consent.press('Allow');
    const { access_token: token } = (await app.exchange((await answer).get('code') ?? '')).body as { access_token: string };
    const use = async (): Promise<number> => (await callerFor(stage.place.baseUrl, token).mcp('get_memories', {})).status;
    expect(await use()).toBe(200);
    const dashboard = await desk.open('settings/mcp');
    await dashboard.shows(name);
    await dashboard.shows('Connected · Notebook');
    await dashboard.shows('In For apps');
    await dashboard.press(`Revoke ${name}`);
    await dashboard.shows(`Cut off “${name}”?`);
    expect(await judgedDialog(dashboard, 'revoke-app')).toEqual([]);
    expect(await dashboard.page.$$eval('main :is(img, b)', (all) => all.length)).toBe(0);
    await dashboard.press('Revoke access');
    await dashboard.shows('No apps yet');
    expect(await use()).toBe(401);
  });
};
