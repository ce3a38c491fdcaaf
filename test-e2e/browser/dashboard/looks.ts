import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { look } from '../browser.ts';
import type { View } from '../browser.ts';
import { findings } from '../findings.ts';
import type { Stage, Suite } from '../stage.ts';
import { newDesk, opened } from './dashboard-page.ts';
import type { DashboardPage, Desk } from './dashboard-page.ts';

/** Where pictures of every page are left for people to look at. */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));

type Reach = (desk: Desk, stage: Stage) => Promise<DashboardPage>;

const at =
  (path: string, sign: string) =>
  async (desk: Desk): Promise<DashboardPage> => {
    const dashboard = await desk.open(path.replace('WORKSPACE', desk.person.workspaceId));
    await dashboard.shows(sign);
    return dashboard;
  };

const states: Readonly<Record<string, Reach>> = {
  door: async (_desk, stage) => {
    const dashboard = await opened(stage);
    await dashboard.shows('New here?');
    return dashboard;
  },
  mcp: at('settings/mcp', 'First key of many'),
  'new-key': async (desk) => {
    const dashboard = await at('settings/mcp', 'First key of many')(desk);
    await dashboard.press('Create API Key');
    await dashboard.page.waitForSelector('dialog[open]');
    return dashboard;
  },
  general: at('settings/general', 'Delete this project'),
  memories: at('memories', 'We deploy on Tuesdays'),
  knowledge: at('knowledge?q=holiday', 'Sources'),
  reader: async (desk) => {
    const [document] = (await desk.api.rest('GET', '/v1/knowledge/documents')).body.data;
    return at(`knowledge/${document.id}?start=0&end=12`, 'characters')(desk);
  },
  members: at('/workspaces/WORKSPACE/members', 'What roles may do'),
  projects: at('/workspaces/WORKSPACE/projects', 'Looking glass'),
  workspace: at('/workspaces/WORKSPACE/settings', 'Delete this workspace'),
  account: at('/account', 'This one'),
  nothing: at('nowhere', 'There is no such page'),
  jump: async (desk) => {
    const dashboard = await at('/account', 'This one')(desk);
    await dashboard.page.click('.switcher');
    await dashboard.page.waitForSelector('dialog[open]');
    return dashboard;
  },
};

const views: Readonly<Record<string, View & { readonly isJudged: boolean }>> = {
  light: { scheme: 'light', isJudged: true },
  dark: { scheme: 'dark', isJudged: true },
  narrow: { width: 360, height: 740, scheme: 'light', isJudged: false },
  wide: { width: 2560, height: 1440, scheme: 'dark', isJudged: false },
};

/** That everybody can use every page. */
export const lookSuite: Suite = (stage) => {
  test('every page has nothing that axe finds, and fits, in every view', async () => {
    await mkdir(folder, { recursive: true });
    const desk = await newDesk(stage, 'Looking glass');
    await desk.api.rest('POST', '/v1/api-keys', { name: 'First key of many' });
    await desk.api.rest('POST', '/v1/memories', { content: 'We deploy on Tuesdays.', agent_id: 'planner', agent_name: 'Planner' });
    await desk.api.rest('POST', '/v1/memories', { content: `A long one. ${'It goes on. '.repeat(80)}`, scope: 'system' });
    await desk.api.rest('POST', '/v1/knowledge/documents', { title: 'Blank.txt', content: ' ' });
    await desk.api.rest('POST', '/v1/knowledge/documents', {
      title: 'Handbook.md',
      content: '# Holidays\n\nEverybody has thirty days of holiday a year.',
    });
    const statuses = async (): Promise<unknown[]> =>
      (await desk.api.rest('GET', '/v1/knowledge/documents')).body.data.map(({ status }: { status: string }) => status);
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(['ready', 'failed']);
    const faults: unknown[] = [];
    for (const [state, reach] of Object.entries(states)) {
      const { page } = await reach(desk, stage);
      for (const [name, { isJudged, ...view }] of Object.entries(views)) {
        await look(page, view);
        // Colours glide from one scheme to the other; what goes on for ever is not waited for.
        await page.waitForFunction(`document.getAnimations().every(({ effect }) => effect.getTiming().iterations === Infinity)`);
        if (isJudged) faults.push(...(await findings(page)).map((finding) => `${state} ${name}: ${finding}`));
        const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number];
        if (content > window) faults.push(`${state} ${name}: ${content} pixels wide`);
        await page.screenshot({ path: `${folder}${state}-${name}.png`, fullPage: name !== 'wide' });
      }
      await page.close();
    }
    expect(faults).toEqual([]);
  });
};
