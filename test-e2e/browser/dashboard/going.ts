import type { HTTPRequest, Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';
import type { DashboardPage } from './dashboard-page.ts';

/** Sections by the words of their links, with the headings of their pages. */
const sections = [
  'Memories',
  'Knowledge',
  'Agents',
  'Tasks',
  'Approvals',
  'Policies',
  'Audit',
  'Usage',
  'Members',
  'Projects',
  'Workspace settings',
  'Project settings',
];

/** Follows a link of the navigation, whatever is counted beside its word, and waits for the page. */
async function follow(dashboard: DashboardPage, section: string): Promise<void> {
  await dashboard.page.evaluate(
    `[...document.querySelectorAll('aside a')].find((link) => link.innerText.trim().startsWith('${section}')).click()`,
  );
  await dashboard.says(section);
}

/** Looks from now on whether the page is ever without a heading, as while something stands for what is to come. */
async function watchHeading(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`(() => {
    window.bareMoments = 0;
    new MutationObserver(() => (window.bareMoments += document.querySelector('main h1') ? 0 : 1)).observe(
      document.querySelector('main'), { childList: true, subtree: true });
  })()`);
  return () => page.evaluate('window.bareMoments');
}

/** Waits until every script that pages load by themselves is there. */
const everythingLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    `(async () => {
      const { src } = document.querySelector('script[type="module"]');
      const text = await (await fetch(src)).text();
      const parts = [...text.matchAll(/import\\(["'\`]\\.\\/([\\w.-]+\\.js)/g)].map(([, name]) => new URL(name, src).href);
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
      return parts.length > 10 && parts.every((part) => loaded.has(part));
    })()`,
    { polling: 100 },
  );

interface Gate {
  /** Which requests from now on are kept back, or refused. */
  hold: (request: HTTPRequest) => 'no' | 'kept' | 'refused';
  readonly kept: HTTPRequest[];
}

/** A page that loads nothing before it is gone to, with a gate that its requests go through. */
async function gated(page: Page, address: string): Promise<Gate> {
  const gate: Gate = { hold: () => 'no', kept: [] };
  await page.evaluateOnNewDocument('window.requestIdleCallback = () => 0');
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const verdict = gate.hold(request);
    if (verdict === 'kept') gate.kept.push(request);
    else void (verdict === 'refused' ? request.abort() : request.continue());
  });
  await page.goto(address);
  return gate;
}

const isScript = (request: HTTPRequest): boolean => request.resourceType() === 'script';

/** How people go from page to page. */
export const goingSuite: Suite = (stage) => {
  test('once the page is idle every section is loaded, and opens without anything that stands for it', async () => {
    const desk = await newDesk(stage, 'At hand');
    const dashboard = await desk.open('settings/mcp');
    await dashboard.says('Project settings');
    await everythingLoaded(dashboard.page);
    const asked: string[] = [];
    dashboard.page.on('request', (request) => void (isScript(request) && asked.push(request.url())));
    const bareMoments = await watchHeading(dashboard.page);
    for (const section of sections) await follow(dashboard, section);
    expect([await bareMoments(), asked]).toEqual([0, []]);
  });

  test('the page of before stays until the script of the next is there', async () => {
    const desk = await newDesk(stage, 'On its way');
    const dashboard = await desk.open('/account');
    const { page } = dashboard;
    const gate = await gated(page, desk.addressOf('settings/mcp'));
    await dashboard.says('Project settings');
    gate.hold = (request) => (isScript(request) ? 'kept' : 'no');
    // Where the pointer is, loading begins.
    await page.locator('aside a[href$="/usage"]').hover();
    await expect.poll(() => gate.kept.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const bareMoments = await watchHeading(page);
    await page.locator('aside a[href$="/usage"]').click();
    await page.waitForFunction(`location.pathname.endsWith('/usage')`);
    expect(await page.$eval('h1', (heading) => heading.textContent)).toBe('Project settings');
    gate.hold = () => 'no';
    await Promise.all(gate.kept.splice(0).map((request) => request.continue()));
    await dashboard.says('Usage');
    expect(await bareMoments()).toBe(0);
  });

  test('what could not be loaded or read while the server was away comes by itself when it is back', async () => {
    const desk = await newDesk(stage, 'Away');
    await desk.api.rest('POST', '/v1/memories', { content: 'The ferry leaves at nine.' });
    const dashboard = await desk.open('/account');
    const gate = await gated(dashboard.page, desk.addressOf('settings/mcp'));
    await dashboard.says('Project settings');
    gate.hold = () => 'refused';
    await dashboard.press('Memories', 'link');
    await dashboard.shows('This page cannot be loaded.');
    gate.hold = () => 'no';
    await dashboard.says('Memories');
    await dashboard.shows('The ferry leaves at nine.');
    gate.hold = (request) => (isScript(request) ? 'no' : 'refused');
    await dashboard.press('Tasks', 'link');
    await dashboard.shows('The server cannot be reached.');
    expect(await dashboard.text()).toContain('Try again');
    gate.hold = () => 'no';
    await dashboard.shows('No tasks yet');
    await dashboard.hides('Try again');
  });
};
