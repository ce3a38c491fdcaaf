import { expect, test } from 'vitest';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';
import type { DashboardPage } from './dashboard-page.ts';

/** Sends the form of the open dialog, or of the page, twice before anything can have come of the first. */
const sendTwice = ({ page }: DashboardPage): Promise<void> =>
  page.$eval('dialog form, main form.stack', (form) => {
    form.requestSubmit();
    form.requestSubmit();
  });

/** What somebody with a nervous finger does. */
export const twiceSuite: Suite = (stage) => {
  test('forms that are sent twice make one memory, one task, one invitation and one project', async () => {
    const desk = await newDesk(stage, 'Twice');
    const workspace = `/workspaces/${desk.person.workspaceId}`;
    const count = async (path: string, word: string): Promise<number> =>
      (await desk.api.rest('GET', path)).body.data.filter((each: unknown) => JSON.stringify(each).includes(word)).length;
    const dashboard = await desk.open('memories');
    await dashboard.press('Add memory');
    await dashboard.fill('What to remember', 'Once is enough.');
    await sendTwice(dashboard);
    await dashboard.page.waitForFunction(`document.querySelector('dialog') === null`);
    expect(await count('/v1/memories', 'Once is enough.')).toBe(1);

    await dashboard.page.goto(`${stage.place.appUrl}/projects/${desk.projectId}/tasks/new`);
    await dashboard.fill('Goal', 'Do it once');
    await sendTwice(dashboard);
    await dashboard.says('Task');
    expect(await count('/v1/tasks', 'Do it once')).toBe(1);

    await dashboard.page.goto(`${stage.place.appUrl}${workspace}/members`);
    await dashboard.press('Invite somebody');
    await dashboard.fill('E-mail', 'twice@example.org');
    await sendTwice(dashboard);
    await dashboard.page.waitForSelector('.secret code');
    expect(await count(`/v1${workspace}/invitations`, 'twice@example.org')).toBe(1);

    await dashboard.page.goto(`${stage.place.appUrl}${workspace}/projects`);
    await dashboard.press('New project');
    await dashboard.fill('Name', 'Made by a nervous finger');
    await sendTwice(dashboard);
    await dashboard.says('Project settings');
    expect(await count('/v1/projects', 'Made by a nervous finger')).toBe(1);
    const made = new URL(dashboard.page.url()).pathname.split('/').at(2) ?? '';
    expect((await desk.person.in(made).rest('DELETE', `/v1/projects/${made}`)).status).toBeLessThan(300);
  });
};
