import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { look } from '../browser.ts';
import { findings } from '../findings.ts';
import type { Suite } from '../stage.ts';
import { dashboardPage, enter, newDesk, opened } from './dashboard-page.ts';

/** How people come in and leave. */
export const doorSuite: Suite = (stage) => {
  test('a newcomer signs in with the printed account and is shown how to connect a client', async () => {
    const dashboard = await opened(stage);
    await dashboard.says('Sign in');
    await enter(dashboard, { ...stage.ada, password: 'not it at all' });
    await dashboard.shows('password is wrong');
    await enter(dashboard, stage.ada);
    await dashboard.says('Project settings');
    await dashboard.shows(`${stage.place.baseUrl}/mcp`);
    expect(await dashboard.page.title()).toBe('Project settings · My project · Cairn');
  });

  test('the page that was asked for waits behind the door, and the back button shows nothing of it once one has left', async () => {
    const desk = await newDesk(stage, 'Behind the door');
    await desk.api.rest('POST', '/v1/memories', { content: 'The spare key is under the third stone.' });
    const dashboard = await opened(stage, { path: `/projects/${desk.projectId}/memories` });
    await dashboard.says('Sign in');
    await enter(dashboard, stage.ada);
    await dashboard.says('Memories');
    await dashboard.shows('under the third stone');
    await dashboard.press('Knowledge', 'link');
    await dashboard.says('Knowledge');
    await dashboard.press('Sign out');
    await dashboard.says('Sign in');
    await dashboard.page.goBack();
    await dashboard.says('Sign in');
    expect(await dashboard.text()).not.toContain('stone');
    expect(await dashboard.page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('a second tab needs no second sign-in, and signing out there is signing out here', async () => {
    const profile = await stage.newProfile();
    const first = await opened(stage, { profile });
    await enter(first, stage.ada);
    await first.says('Project settings');
    const second = await opened(stage, { profile, path: '/account' });
    await second.says('Account');
    await second.press('Sign out');
    await first.says('Sign in');
    expect(await first.page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('somebody without an account makes one, and has a project', async () => {
    const dashboard = await opened(stage);
    await dashboard.press('Create an account', 'link');
    await dashboard.says('Create an account');
    await dashboard.fill('E-mail', `${randomBytes(6).toString('hex')}@example.org`);
    await dashboard.fill('Password', 'password');
    await dashboard.press('Create account');
    await dashboard.page.waitForSelector('[aria-invalid="true"]');
    await dashboard.fill('Password', 'four tall ships at dawn');
    await dashboard.press('Create account');
    await dashboard.says('Project settings');
    expect(new URL(dashboard.page.url()).pathname).toMatch(/^\/projects\/[\w-]+\/settings\/mcp$/);
  });

  test('a session that ended elsewhere leads to the door, which says so and keeps what was being written; what is no page says so', async () => {
    const desk = await newDesk(stage, 'Ended');
    const dashboard = await desk.open('memories');
    await dashboard.says('Memories');
    await dashboard.press('Add memory');
    await dashboard.fill('What to remember', 'Half a thought');
    await dashboard.page.keyboard.press('Escape');
    await dashboard.page.evaluate(`history.pushState(null, '', '/projects/00000000-0000-4000-8000-000000000000/memories')`);
    await dashboard.page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
    await dashboard.says('Nothing here');
    const token = await dashboard.page.evaluate(`JSON.parse(sessionStorage.getItem('cairn.session')).token`);
    await fetch(`${stage.place.baseUrl}/auth/sign-out`, { method: 'POST', headers: { authorization: `Bearer ${String(token)}` } });
    await dashboard.page.goBack();
    await dashboard.says('Sign in');
    await dashboard.shows('Your session has ended.');
    expect(await dashboard.text()).not.toContain('Ended');
    await enter(dashboard, stage.ada);
    await dashboard.says('Memories');
    await dashboard.press('Add memory');
    expect(await dashboard.page.$eval('dialog textarea', ({ value }) => value)).toBe('Half a thought');
    await dashboard.press('Cancel');
    await dashboard.press('Add memory');
    expect(await dashboard.page.$eval('dialog textarea', ({ value }) => value)).toBe('');
  });

  test('a mistyped address is a page that everybody can read, and leads home', async () => {
    const dashboard = await opened(stage, { path: '/zzz' });
    for (const scheme of ['light', 'dark'] as const) {
      await look(dashboard.page, { width: 360, scheme });
      expect(await findings(dashboard.page)).toEqual([]);
    }
    expect(await dashboard.page.title()).toBe('Nothing here · Cairn');
    await dashboard.press('Go to your projects', 'link');
    await dashboard.says('Sign in');
    expect((await fetch(`${stage.place.appUrl}/zzz`)).headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('a keyboard is enough to go to another project', async () => {
    const desk = await newDesk(stage, 'Harbour');
    const { page } = await desk.open('/account');
    const dashboard = dashboardPage(page);
    await dashboard.says('Account');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.type('harb');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`location.pathname.includes(${JSON.stringify(desk.projectId)})`);
    expect(await page.evaluate(`document.querySelector('dialog')`)).toBeNull();
  });
};
