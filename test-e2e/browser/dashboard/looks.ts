import { expect, test } from 'vitest';
import type { Suite } from '../stage.ts';
import { newDesk, opened } from './dashboard-page.ts';
import { at, judged } from './judging.ts';
import type { Reach } from './judging.ts';

const states: Readonly<Record<string, Reach>> = {
  door: async (_desk, stage) => {
    const dashboard = await opened(stage);
    await dashboard.shows('New here?');
    return dashboard;
  },
  'sign-up': async (_desk, stage) => {
    const dashboard = await opened(stage, { path: '/sign-up' });
    await dashboard.says('Create an account');
    return dashboard;
  },
  mcp: at('settings/mcp', 'First key of many'),
  'new-key': async (desk) => {
    const dashboard = await at('settings/mcp', 'First key of many')(desk);
    await dashboard.press('Create API Key');
    await dashboard.page.waitForSelector('dialog[open]');
    return dashboard;
  },
  'approvals-first': async (desk) => {
    const dashboard = await at('approvals', 'Have an agent ask first')(desk);
    await dashboard.press('Cursor');
    await dashboard.shows('~/.cursor/hooks.json');
    return dashboard;
  },
  general: at('settings/general', 'Delete this project'),
  memories: at('memories', 'We deploy on Tuesdays'),
  'memories-between': at('memories?time=between&from=2020-01-02T10:00:00Z&to=2020-01-01T10:00:00Z', 'Choose a time after the first.'),
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

/** That everybody can use every page. */
export const lookSuite: Suite = (stage) => {
  test('every page has nothing that axe finds, and fits, in every view', async () => {
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
    expect(await judged(desk, stage, states)).toEqual([]);
  });
};
