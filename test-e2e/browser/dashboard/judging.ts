import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { look } from '../browser.ts';
import type { View } from '../browser.ts';
import { findings } from '../findings.ts';
import type { Stage } from '../stage.ts';
import { settled } from './dashboard-page.ts';
import type { DashboardPage, Desk } from './dashboard-page.ts';

/** Where pictures of every page are left for people to look at. */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** The way to a state of a page, in a fresh tab. */
export type Reach = (desk: Desk, stage: Stage) => Promise<DashboardPage>;

/** A page, once it shows a sign. */
export const at =
  (path: string, sign: string) =>
  async (desk: Desk): Promise<DashboardPage> => {
    const dashboard = await desk.open(path.replace('WORKSPACE', desk.person.workspaceId));
    await dashboard.shows(sign);
    // The sign may be in the navigation, which is there first.
    await dashboard.page.waitForSelector('main h1');
    return dashboard;
  };

/** `judges`: what of a page axe looks at in it. */
const views: Readonly<Record<string, View & { readonly judges?: 'everything' | 'colours' }>> = {
  light: { scheme: 'light', judges: 'everything' },
  dark: { scheme: 'dark', judges: 'colours' },
  narrow: { width: 360, height: 740, scheme: 'light' },
  wide: { width: 2560, height: 1440, scheme: 'dark' },
};

/** What axe finds on pages, and where they are wider than the window. Leaves a picture of each in each view. */
export async function judged(desk: Desk, stage: Stage, states: Readonly<Record<string, Reach>>): Promise<readonly string[]> {
  const faults: string[] = [];
  await sideBySide(Object.entries(states), () => {
    const { inOneTab, isThat } = reopening(desk);
    return async ([state, reach]) => {
      const { page } = await reach(inOneTab, stage);
      faults.push(...(await judgedViews(page, state)));
      await (isThat(page) ? look(page) : page.close());
    };
  });
  return faults;
}

/** The same of one page as it is. */
export async function judgedViews(page: Page, state: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  await settled(page);
  const faults: string[] = [];
  for (const [name, { judges, ...view }] of Object.entries(views)) {
    await lookStill(page, view);
    if (judges) {
      const found = await findings(page, { coloursAlone: judges === 'colours' });
      faults.push(...found.map((finding) => `${state} ${name}: ${finding}`));
    }
    const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number];
    if (content > window) faults.push(`${state} ${name}: ${content} pixels wide`);
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: `${folder}${state}-${name}.png`, fullPage: name !== 'wide', optimizeForSpeed: true });
  }
  return faults;
}

/** Works through items in two lanes, each in its own way: what a browser does for one, another processor does for the other. */
export async function sideBySide<Item>(items: readonly Item[], newLane: () => (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const walk = async (): Promise<void> => {
    const work = newLane();
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([walk(), walk()]);
}

/** The desk with one tab, in which one page comes after another. */
function reopening(desk: Desk): { readonly inOneTab: Desk; readonly isThat: (page: Page) => boolean } {
  let tab: DashboardPage | undefined;
  const open = async (path: string): Promise<DashboardPage> => {
    if (tab) await tab.page.goto(desk.addressOf(path));
    else tab = await desk.open(path);
    return tab;
  };
  return { inOneTab: { ...desk, open }, isThat: (page) => page === tab?.page };
}

/** The same of the dialog that is open, in the dark and in a narrow window. */
export async function judgedDialog({ page }: DashboardPage, name: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  await page.waitForSelector('dialog[open]');
  const faults: string[] = [];
  for (const scheme of ['dark', 'light'] as const) {
    await lookStill(page, scheme === 'light' ? { width: 360, height: 740, scheme } : { scheme });
    const found = await findings(page, { within: 'dialog[open]', coloursAlone: scheme === 'dark' });
    faults.push(...found.map((finding) => `${name} in the ${scheme}: ${finding}`));
  }
  const [content, width] = (await page.$eval('dialog[open]', (dialog) => [dialog.scrollWidth, dialog.clientWidth])) as [number, number];
  if (content > width) faults.push(`${name}: ${content} pixels in ${width}`);
  await page.screenshot({ path: `${folder}dialog-${name}.png`, optimizeForSpeed: true });
  await look(page);
  return faults;
}

/** Colours glide from one scheme to the other; what goes on for ever stays. */
async function lookStill(page: Page, view: View): Promise<void> {
  await look(page, view);
  await page.evaluate(
    `document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).forEach((each) => each.finish())`,
  );
}
