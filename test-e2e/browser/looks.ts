import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { look } from './browser.ts';
import type { View } from './browser.ts';
import { consentPage } from './consent-page.ts';
import { findings } from './findings.ts';
import { invite } from './invitations.ts';
import type { Stage, Suite } from './stage.ts';

/** The states of the page, each reached from a fresh tab. */
const states: Readonly<Record<string, (stage: Stage) => Promise<Page>>> = {
  'sign-in with a refusal': async (stage) => {
    const page = await stage.asked(await stage.newApp());
    await page.signIn({ email: 'looking@example.org', password: 'not it' });
    await page.notice();
    return page.page;
  },
  'sign-up': async (stage) => {
    const page = await stage.asked(await stage.newApp({ redirectUri: 'https://app.example.org/callback' }));
    await page.says(/^Sign in/);
    await page.press('Create an account');
    await page.says(/^Create/);
    return page.page;
  },
  consent: async (stage) => {
    const name = 'A helper with a name that is much longer than anybody would like';
    const redirectUri = `https://${'a-very-long-label.'.repeat(6)}example.org/callback`;
    const page = await stage.asked(await stage.newApp({ name, redirectUri }));
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    return page.page;
  },
  'a new project': async (stage) => {
    const page = await stage.asked(await stage.newApp());
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    await page.press('New project');
    await page.says('New project');
    return page.page;
  },
  'the end of an approval': async (stage) => {
    const page = await stage.asked(await stage.newApp({ redirectUri: 'cursor://anysphere.cursor-mcp/cb' }));
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    await page.press('Allow');
    await page.says(/is connected$/);
    return page.page;
  },
  'an invitation': async (stage) => {
    const { page } = await stage.newTab();
    await page.goto(await invite(stage, { role: 'approver', email: 'looking@example.org' }));
    await consentPage(page).says(/^Join/);
    return page;
  },
  'a wrong browser': async (stage) => {
    const { page } = await stage.newTab();
    await page.goto(`${stage.place.appUrl}/oauth/consent?error=wrong_browser`);
    await consentPage(page).says(/^Opened/);
    return page;
  },
};

/** In the dark only colours are others. */
const views: Readonly<Record<string, View>> = {
  'in the light': { scheme: 'light' },
  'in the dark': { scheme: 'dark' },
  'at 360 pixels': { width: 360, height: 640, scheme: 'light' },
  'at 2560 pixels': { width: 2560, height: 1440, scheme: 'dark' },
};

/** That everybody can use the page. */
export const lookSuite: Suite = (stage) => {
  test.each(Object.entries(states))('%s has nothing that axe finds, and fits, in every view', async (_state, reach) => {
    const page = await reach(stage);
    for (const [name, view] of Object.entries(views)) {
      await look(page, view);
      // Colours glide from one scheme to the other.
      await page.waitForFunction('document.getAnimations().length === 0');
      expect([name, await findings(page, { coloursAlone: view.scheme === 'dark' })]).toEqual([name, []]);
      const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number];
      expect([name, content <= window]).toEqual([name, true]);
    }
  });

  test('nothing moves while the page comes up', async () => {
    const app = await stage.newApp();
    const { page } = await stage.newTab();
    await page.evaluateOnNewDocument(`
      window.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
    `);
    await page.goto(app.authorizeUrl);
    await consentPage(page).says(/^Sign in/);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await page.evaluate('shifts')).toEqual([]);
  });

  test('what one decides by is in sight with what one decides on, in a window of an ordinary size', async () => {
    const page = await stage.asked(await stage.newApp());
    await page.signIn(await stage.newPerson());
    await page.says(/^Connect/);
    const [bottom, height] = (await page.page.evaluate(
      `[document.querySelector('.decision').getBoundingClientRect().bottom, innerHeight]`,
    )) as [number, number];
    expect(bottom).toBeLessThanOrEqual(height);
  });

  test('a keyboard is enough, and shows where it is', async () => {
    const person = await stage.newPerson();
    const app = await stage.newApp();
    const page = await stage.asked(app);
    await page.says(/^Sign in/);
    const { keyboard } = page.page;
    const focused = async (): Promise<string> =>
      String(await page.page.evaluate('document.activeElement.id || document.activeElement.textContent'));
    const outline = async (): Promise<string> => String(await page.page.evaluate('getComputedStyle(document.activeElement).outlineStyle'));

    expect(await focused()).toBe('email');
    await keyboard.type(person.email);
    await keyboard.press('Tab');
    await keyboard.type(person.password);
    await keyboard.press('Enter');
    await page.says(/^Connect/);
    expect(await page.page.evaluate('document.activeElement.localName')).toBe('h1');
    const stops: string[] = [];
    for (let step = 0; step < 8 && stops.at(-1) !== 'Deny'; step += 1) {
      await keyboard.press('Tab');
      stops.push(await focused());
      expect([stops.at(-1), await outline()]).toEqual([stops.at(-1), 'solid']);
    }
    expect(stops).toEqual(['project', 'New project', 'Allow', 'Deny']);
    await keyboard.down('Shift');
    await keyboard.press('Tab');
    await keyboard.up('Shift');
    const answer = app.answer();
    await keyboard.press('Enter');
    expect((await answer).has('code')).toBe(true);
  });

  test('who wants less motion gets none', async () => {
    const { page } = await stage.newTab();
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const app = await stage.newApp();
    await page.goto(app.authorizeUrl);
    await consentPage(page).says(/^Sign in/);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.primary')).transitionDuration")).toBe('0s');
  });
};
