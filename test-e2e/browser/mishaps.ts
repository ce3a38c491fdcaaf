import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import { consentPage } from './consent-page.ts';
import type { ConsentPage } from './consent-page.ts';
import type { Suite } from './stage.ts';

/** What can go wrong on the way, and how a person gets on. */
export const mishapSuite: Suite = (stage) => {
  const tokenIn = async (page: ConsentPage): Promise<string> =>
    String(await page.page.evaluate("JSON.parse(sessionStorage.getItem('cairn.session')).token"));

  describe('a request that is over', () => {
    test('says so when it was answered', async () => {
      const app = await stage.newApp();
      const page = await stage.asked(app);
      const address = page.page.url();
      await page.signIn(stage.ada);
      await page.says(/^Connect/);
      await page.press('Allow');
      await page.page.waitForFunction("document.title === 'App'");
      await page.page.goto(address);
      expect(await page.heading()).toBe('This request has ended');
    });

    test('says so when it never was', async () => {
      const { page } = await stage.newTab();
      await page.goto(`${stage.place.appUrl}/oauth/consent?interaction=V1StGXR8Z5jdHi6BmyT`);
      expect(await consentPage(page).heading()).toBe('This request has ended');
    });

    test('says so when it was answered in another tab while a person decides in this one', async () => {
      const app = await stage.newApp();
      const profile = await stage.newProfile();
      const slow = await stage.asked(app, { profile });
      await slow.signIn(stage.ada);
      await slow.says(/^Connect/);
      const { page } = await stage.newTab({ profile });
      await page.goto(slow.page.url());
      const quick = consentPage(page);
      await quick.signIn(stage.ada);
      await quick.says(/^Connect/);
      await quick.press('Deny');
      await page.waitForFunction("document.title === 'App'");
      await slow.press('Allow');
      await slow.says('This request has ended');
      expect(app.answers.map((answer) => answer.get('code'))).toEqual([null]);
    });

    test('without anything asked, the page says where to begin', async () => {
      const { page } = await stage.newTab();
      await page.goto(`${stage.place.appUrl}/oauth/consent`);
      expect(await consentPage(page).heading()).toBe('Nothing to allow here');
    });
  });

  test('a session that ends in the middle leads through sign-in back to the choice', async () => {
    const app = await stage.newApp();
    const page = await stage.asked(app);
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    expect((await callerFor(stage.place.baseUrl, await tokenIn(page)).rest('POST', '/auth/sign-out')).status).toBe(204);
    await page.press('Allow');
    await page.says(/^Sign in/);
    expect(await page.notice()).toMatch(/^Your session has ended/);
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    const answer = app.answer();
    await page.press('Allow');
    expect((await answer).has('code')).toBe(true);
  });

  test('a session that ended before the page was loaded again leads to sign-in', async () => {
    const page = await stage.asked(await stage.newApp());
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    await page.page.reload();
    await page.says(/^Connect/);
    await callerFor(stage.place.baseUrl, await tokenIn(page)).rest('POST', '/auth/sign-out');
    await page.page.reload();
    await page.says(/^Sign in/);
    expect(await page.notice()).toMatch(/^Your session has ended/);
  });

  describe('a network that is down', () => {
    test('costs nothing that was typed or chosen', async () => {
      const app = await stage.newApp();
      const page = await stage.asked(app);
      await page.says(/^Sign in/);
      await page.page.setOfflineMode(true);
      await page.signIn(stage.ada);
      expect(await page.notice()).toMatch(/^Cairn cannot be reached/);
      await page.page.setOfflineMode(false);
      await page.press('Sign in');
      await page.says(/^Connect/);
      await page.page.setOfflineMode(true);
      await page.press('Allow');
      expect(await page.notice()).toMatch(/^Cairn cannot be reached/);
      await page.page.setOfflineMode(false);
      const answer = app.answer();
      await page.press('Allow');
      expect((await answer).has('code')).toBe(true);
    });

    test('at the first look can be tried again', async () => {
      const app = await stage.newApp();
      const { page } = await stage.newTab();
      await page.setRequestInterception(true);
      let isDown = true;
      page.on('request', (request) => {
        void (isDown && request.url().includes('/oauth/interactions/') ? request.abort() : request.continue());
      });
      await page.goto(app.authorizeUrl);
      const asked = consentPage(page);
      expect(await asked.heading()).toBe('Cairn cannot be reached');
      isDown = false;
      await asked.press('Try again');
      await asked.says(/^Sign in/);
    });
  });

  test('a wrong password is told at the form, and too many of them with the time to wait', async () => {
    const page = await stage.asked(await stage.newApp());
    await page.says(/^Sign in/);
    await page.fill('E-mail', 'guessed@example.org');
    await page.fill('Password', 'not it');
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await page.press('Sign in');
      await page.page.waitForSelector('button.primary:not([aria-disabled])');
      if ((await page.notice()).startsWith('Too many')) break;
      expect(await page.notice()).toBe('The e-mail or the password is wrong.');
      expect(await page.page.evaluate('document.activeElement.id')).toBe('password');
    }
    expect(await page.notice()).toMatch(/^Too many attempts\. Try again in \d+ (seconds|minutes)\.$/);
  });
};
