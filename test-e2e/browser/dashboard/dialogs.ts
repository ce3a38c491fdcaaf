import { expect, test } from 'vitest';
import { ask, shell, waiting } from '../../governance/asking.ts';
import { allowMemory, allowPolicy, inForce } from '../../governance/rules.ts';
import type { Suite } from '../stage.ts';
import { settled } from './dashboard-page.ts';
import type { DashboardPage } from './dashboard-page.ts';
import { judgedDialog, sideBySide } from './judging.ts';
import { newColleague, newWorkshop } from './team.ts';

/** A dialog, and the buttons that lead to it from the page. */
interface Way {
  readonly name: string;
  readonly press: readonly string[];
  /** What is filled in on the way, before the last button. */
  readonly fill?: readonly [label: string, text: string];
  /** It shows what is shown once, and closes on the second press alone. */
  readonly isHeld?: boolean;
}

const askFirst = {
  id: 'ask-first',
  effect: 'require_approval',
  when: { kind: ['shell.exec'] },
  justification: 'Somebody looks at it first.',
  approval: { quorum: 1, roles: ['owner'], exclude: [], ttl_s: 86_400, grants: { uses: 1 } },
};

async function go(dashboard: DashboardPage, { press, fill, isHeld = false }: Way): Promise<void> {
  for (const [index, button] of press.entries()) {
    if (fill && index === press.length - 1) await dashboard.fill(...fill);
    await dashboard.press(button);
  }
  if (isHeld) await dashboard.page.waitForSelector('.secret code');
}

async function close({ page }: DashboardPage, isHeld = false): Promise<void> {
  const done = page.locator('dialog .dialog-actions .primary');
  if (isHeld) await done.click();
  await (isHeld ? done.click() : page.keyboard.press('Escape'));
  await page.waitForFunction(`document.querySelector('dialog') === null`);
}

/** That everybody can answer what is asked. */
export const dialogSuite: Suite = (stage) => {
  test('every dialog has nothing that axe finds, fits, and is left by Escape unless it shows what is shown once', async () => {
    const desk = await newWorkshop(stage, 'Drawing room');
    const colleague = await newColleague(stage, desk, 'member');
    await colleague.api.rest('PATCH', '/auth/me', { name: 'Grace Hopper' });
    await desk.api.rest('POST', '/v1/memories', { content: 'The boiler is serviced in May.' });
    await desk.api.rest('POST', '/v1/knowledge/documents', { title: 'Boiler.md', content: 'The boiler is in the cellar.' });
    await desk.api.rest('POST', '/v1/agents', { name: 'Scout', tools: ['memory.search'] });
    const steps = [{ id: 'paid', kind: 'wait', input: { event: 'paid' } }];
    const task = (await desk.api.rest('POST', '/v1/tasks', { goal: 'Wait to be paid', plan: { steps }, run: true })).body;
    await inForce(desk.api, [askFirst, allowMemory, allowPolicy]);
    const approval = await waiting(desk.agent, shell('make'));
    await ask(desk.agent, shell('make'));
    const workspace = `/workspaces/${desk.person.workspaceId}`;
    const project = `/projects/${desk.projectId}`;
    const pages: Readonly<Record<string, readonly Way[]>> = {
      [`${project}/settings/mcp`]: [
        { name: 'create-key', press: ['Create API Key'] },
        { name: 'key-ready', press: ['Create API Key', 'Create API key'], fill: ['Name', 'Laptop'], isHeld: true },
        { name: 'rotate', press: ['Rotate Laptop'] },
        { name: 'rotated', press: ['Rotate Laptop', 'Rotate key'], isHeld: true },
        { name: 'revoke', press: ['Revoke Laptop'] },
      ],
      [`${project}/settings/general`]: [{ name: 'delete-project', press: ['Delete project'] }],
      [`${project}/memories`]: [
        { name: 'add-memory', press: ['Add memory'] },
        { name: 'edit-memory', press: ['Edit The boiler is serviced in May.'] },
        { name: 'history', press: ['History of The boiler is serviced in May.'] },
        { name: 'import', press: ['Import'] },
      ],
      [`${project}/knowledge`]: [{ name: 'delete-document', press: ['Delete Boiler.md'] }],
      [`${project}/agents`]: [
        { name: 'define-agent', press: ['Define agent'] },
        { name: 'edit-agent', press: ['Edit Scout'] },
        { name: 'agent-versions', press: ['Versions of Scout'] },
        { name: 'delete-agent', press: ['Delete Scout'] },
      ],
      [`${project}/tasks/${task.id}`]: [
        { name: 'step-result', press: ['Report result of paid'] },
        { name: 'cancel-task', press: ['Cancel task'] },
      ],
      [`${project}/approvals/${approval}`]: [{ name: 'take-back', press: ['Withdraw the request'] }],
      [`${project}/policies`]: [{ name: 'four-eyes', press: ['Let people approve for themselves'] }],
      [`${workspace}/members`]: [
        { name: 'invite', press: ['Invite somebody'] },
        { name: 'invitation-ready', press: ['Invite somebody', 'Create link'], fill: ['E-mail', 'new@example.org'], isHeld: true },
        { name: 'remove-member', press: [`Remove ${colleague.somebody.email}`] },
        { name: 'leave', press: ['Leave the workspace'] },
      ],
      [`${workspace}/projects`]: [{ name: 'new-project', press: ['New project'] }],
      [`${workspace}/settings`]: [
        { name: 'new-workspace', press: ['New workspace'] },
        { name: 'delete-workspace', press: ['Delete workspace'] },
      ],
      '/account': [{ name: 'delete-account', press: ['Delete account'] }],
    };
    const faults: string[] = [];
    await sideBySide(Object.entries(pages), () => {
      const opening = desk.open('/account');
      return async ([path, ways]) => {
        const dashboard = await opening;
        await dashboard.page.goto(`${stage.place.appUrl}${path}`);
        // What comes later moves the buttons.
        await dashboard.page.waitForSelector('main h1');
        await settled(dashboard.page);
        for (const way of ways) {
          await go(dashboard, way);
          faults.push(...(await judgedDialog(dashboard, way.name)));
          await close(dashboard, way.isHeld);
        }
      };
    });
    expect(faults).toEqual([]);
  });
};
