import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { look } from '../browser.ts';
import type { View } from '../browser.ts';
import { findings } from '../findings.ts';
import type { Stage } from '../stage.ts';
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
    return dashboard;
  };

const views: Readonly<Record<string, View & { readonly isJudged: boolean }>> = {
  light: { scheme: 'light', isJudged: true },
  dark: { scheme: 'dark', isJudged: true },
  narrow: { width: 360, height: 740, scheme: 'light', isJudged: false },
  wide: { width: 2560, height: 1440, scheme: 'dark', isJudged: false },
};

/** What axe finds on pages, and where they are wider than the window. Leaves a picture of each in each view. */
export async function judged(desk: Desk, stage: Stage, states: Readonly<Record<string, Reach>>): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const faults: string[] = [];
  for (const [state, reach] of Object.entries(states)) {
    const { page } = await reach(desk, stage);
    for (const [name, { isJudged, ...view }] of Object.entries(views)) {
      await lookStill(page, view);
      if (isJudged) faults.push(...(await findings(page)).map((finding) => `${state} ${name}: ${finding}`));
      const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number];
      if (content > window) faults.push(`${state} ${name}: ${content} pixels wide`);
      await page.screenshot({ path: `${folder}${state}-${name}.png`, fullPage: name !== 'wide' });
    }
    await page.close();
  }
  return faults;
}

/** The same of the dialog that is open, in the dark and in a narrow window. */
export async function judgedDialog({ page }: DashboardPage, name: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  await page.waitForSelector('dialog[open]');
  const faults: string[] = [];
  for (const scheme of ['dark', 'light'] as const) {
    await lookStill(page, scheme === 'light' ? { width: 360, height: 740, scheme } : { scheme });
    faults.push(...(await findings(page, 'dialog[open]')).map((finding) => `${name} in the ${scheme}: ${finding}`));
  }
  const [content, width] = (await page.$eval('dialog[open]', (dialog) => [dialog.scrollWidth, dialog.clientWidth])) as [number, number];
  if (content > width) faults.push(`${name}: ${content} pixels in ${width}`);
  await page.screenshot({ path: `${folder}dialog-${name}.png` });
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
