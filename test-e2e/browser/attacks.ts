import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Suite } from './stage.ts';
import { consentPage } from './consent-page.ts';

const script = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

/** What others may try with the page. */
export const attackSuite: Suite = (stage) => {
  test('a request that was begun in another browser ends without a code, there and here', async () => {
    const app = await stage.newApp({ name: 'Prize Draw' });
    const attacker = await stage.asked(app);
    await attacker.says(/^Sign in/);

    const { page } = await stage.newTab();
    await page.goto(attacker.page.url());
    const victim = consentPage(page);
    await victim.signIn(stage.ada);
    await victim.says(/^Connect/);
    await victim.press('Allow');
    await victim.says('Opened in another browser');
    expect(await victim.text()).toContain('nothing was allowed');

    // Whoever began it goes on with it, as if the person's yes were theirs.
    const uid = new URL(attacker.page.url()).searchParams.get('interaction') ?? '';
    await attacker.page.goto(`${stage.place.baseUrl}/oauth/authorize/${uid}`);
    await attacker.page.reload();
    expect(app.answers.map((answer) => answer.get('code'))).toEqual([]);
  });

  test('the page is not shown in a frame of another site', async () => {
    const app = await stage.newApp();
    const asked = await stage.asked(app);
    const address = asked.page.url();
    const framing = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${address}" width="600" height="600"></iframe>`),
    );
    await new Promise<void>((resolve) => framing.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void framing.close());
    const profile = await stage.newProfile();
    // A browser tells of the refusal on the console; that is what is wanted here.
    const { page } = await profile.newTab();
    await page.goto(`http://127.0.0.1:${(framing.address() as AddressInfo).port}/`);
    const [frame] = page.mainFrame().childFrames();
    expect(frame?.url()).toMatch(/^chrome-error:/);
    expect(await frame?.$('main')).toBeNull();
  });

  describe('script in what an app chose', () => {
    test('is shown as the text that it is, in its name', async () => {
      const app = await stage.newApp({ name: `Nice ${script}` });
      const page = await stage.asked(app);
      expect(await page.heading()).toBe(`Sign in to connect Nice ${script}`);
      expect(await page.page.title()).toContain('<img src=x');
      await page.signIn(stage.ada);
      await page.says(/^Connect/);
      expect(await page.page.$$('main img, main script')).toEqual([]);
      const answer = app.answer();
      await page.press('Allow');
      expect((await answer).has('code')).toBe(true);
      await page.page.waitForFunction("document.title === 'App'");
    });

    test('comes back as it was, in its state', async () => {
      const app = await stage.newApp({ state: `"><${script}` });
      const page = await stage.asked(app);
      await page.signIn(stage.ada);
      await page.says(/^Connect/);
      const answer = app.answer();
      await page.press('Deny');
      expect((await answer).get('state')).toBe(`"><${script}`);
    });

    test('in the address of the page is no more than a request that there is not', async () => {
      for (const query of [
        `?interaction=${encodeURIComponent(script)}`,
        `?error=${encodeURIComponent(script)}`,
        '?interaction=__proto__',
      ]) {
        const { page } = await stage.newTab();
        await page.goto(`${stage.place.appUrl}/oauth/consent${query}`);
        expect(await consentPage(page).heading()).toMatch(/^(Nothing to allow here|This request)/);
      }
    });
  });

  test('nothing of a session is left in a cookie, or for another tab', async () => {
    const profile = await stage.newProfile();
    const page = await stage.asked(await stage.newApp(), { profile });
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    const cookies = await page.page.browserContext().cookies();
    expect(cookies.filter(({ name, httpOnly }) => !httpOnly || !name.startsWith('_interaction'))).toEqual([]);
    expect(new Set(cookies.map(({ domain }) => domain))).toEqual(new Set([new URL(stage.place.baseUrl).hostname]));
    expect(await page.page.evaluate('document.cookie')).toBe('');
    expect(await page.page.evaluate("JSON.stringify(localStorage).includes('cairn_session')")).toBe(false);
    expect(await (await stage.asked(await stage.newApp(), { profile })).heading()).toMatch(/^Sign in/);
  });
};
