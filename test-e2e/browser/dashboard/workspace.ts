import { expect, test } from 'vitest';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';
import { newColleague } from './team.ts';

/** People, projects and their names. */
export const workspaceSuite: Suite = (stage) => {
  test('somebody is invited by a link that is shown once, and the invitation is taken back', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open(`/workspaces/${desk.person.workspaceId}/members`);
    await dashboard.says('Members');
    // Each role below the other, with what it may do beside it.
    const places = await dashboard.page.$$eval('.roles dt', (all) =>
      all.map((each) => (each as unknown as { offsetLeft: number }).offsetLeft),
    );
    expect([places.length, new Set(places).size]).toEqual([5, 1]);
    await dashboard.press('Invite somebody');
    await dashboard.fill('E-mail', 'grace@example.org');
    await dashboard.press('Create link');
    await dashboard.page.waitForSelector('.secret code');
    expect(await dashboard.page.$eval('.secret code', (code) => code.textContent)).toContain(`${stage.place.appUrl}/invitation#`);
    await dashboard.press('Done');
    await dashboard.press('Done');
    await dashboard.page.waitForFunction(`document.querySelector('dialog') === null`);
    await dashboard.shows('Open invitations');
    await dashboard.press('Revoke');
    await dashboard.hides('Open invitations');
  });

  test('a project is made, renamed, and deleted once its name was typed', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open(`/workspaces/${desk.person.workspaceId}/projects`);
    await dashboard.press('New project');
    await dashboard.fill('Name', 'Lighthouse');
    await dashboard.press('Create project');
    await dashboard.says('Project settings');
    await dashboard.press('General', 'link');
    await dashboard.fill('Name', 'Beacon');
    await dashboard.press('Save');
    await dashboard.shows('Beacon in ');
    await dashboard.press('Delete project');
    await dashboard.fill('Type Beacon to confirm', 'Beaco');
    expect(await dashboard.page.$eval('dialog .danger', (button) => (button as unknown as { disabled: boolean }).disabled)).toBe(true);
    await dashboard.fill('Type Beacon to confirm', 'Beacon');
    await dashboard.press('Delete for good');
    await dashboard.shows('“Beacon” is deleted.');
    expect((await desk.api.rest('GET', '/v1/projects')).text).not.toContain('Beacon');
  });

  test('a project with a name of one long word fits, and stays the one that one is in on the pages of its workspace', async () => {
    const name = 'W'.repeat(100);
    const desk = await newDesk(stage, name);
    const dashboard = await desk.open('settings/mcp');
    await dashboard.says('Project settings');
    expect(await dashboard.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await dashboard.press('Members', 'link');
    await dashboard.says('Members');
    expect(await dashboard.page.$eval('.switcher strong', (project) => project.textContent)).toBe(name);
  });

  test('a role is given when that is said, not on the way past it', async () => {
    const desk = await newDesk(stage);
    const viewer = await newColleague(stage, desk, 'viewer');
    const dashboard = await desk.open(`/workspaces/${desk.person.workspaceId}/members`);
    const role = async (): Promise<string> =>
      (await desk.api.rest('GET', `/v1/workspaces/${desk.person.workspaceId}/members?limit=100`)).body.data.find(
        ({ id }: { id: string }) => id === viewer.id,
      ).role;
    const field = `[aria-label="Role of ${viewer.somebody.email}"]`;
    await dashboard.page.waitForSelector(field);
    await dashboard.page.select(field, 'approver');
    await dashboard.page.select(field, 'member');
    expect(await role()).toBe('viewer');
    await dashboard.press(`Give ${viewer.somebody.email} the role Member`);
    await dashboard.shows('is member from now on.');
    expect(await role()).toBe('member');
    expect(await dashboard.page.evaluate('document.activeElement.ariaLabel')).toBe(`Role of ${viewer.somebody.email}`);
  });

  test('the only owner is told why they cannot leave', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open(`/workspaces/${desk.person.workspaceId}/members`);
    await dashboard.press('Leave the workspace');
    await dashboard.press('Leave');
    await dashboard.page.waitForSelector('dialog [role="alert"]:not(:empty)');
    expect(await dashboard.page.$eval('dialog [role="alert"]', (alert) => alert.textContent)).toMatch(/owner/);
  });
};
