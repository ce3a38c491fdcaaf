import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '../../product/person.ts';
import type { Suite } from '../stage.ts';
import { denySaves } from '../../governance/rules.ts';
import { newDesk } from './dashboard-page.ts';
import { newColleague, newWorkshop } from './team.ts';

const script = `"><img src=x onerror="alert(1)"><script>alert(2)</script><svg onload=alert(3)>{{7*7}}`;

/** What others may try with it. */
export const attackSuite: Suite = (stage) => {
  test('script in every name and text that people and agents choose is shown as the text that it is', async () => {
    const desk = await newDesk(stage, `Project ${script}`);
    const { api, person } = desk;
    await api.rest('POST', '/v1/memories', { content: `Memory ${script}`, agent_id: script, agent_name: `Agent ${script}` });
    await api.rest('POST', '/v1/api-keys', { name: `Key ${script}` });
    await api.rest('PATCH', '/auth/me', { name: `Person ${script}` });
    const { document_id: id } = (
      await api.rest('POST', '/v1/knowledge/documents', { title: `Title ${script}`, content: `Content of interest ${script}` })
    ).body;
    await expect.poll(async () => (await api.rest('GET', `/v1/knowledge/documents/${id}`)).body.status, { timeout: 30_000 }).toBe('ready');
    const dashboard = await desk.open('memories');
    for (const [path, sign] of [
      ['memories', 'Memory '],
      ['knowledge', 'Title '],
      ['knowledge?q=Content of interest', 'Sources'],
      [`knowledge/${id}?start=0&end=20`, 'Content '],
      ['settings/mcp', 'Key '],
      ['settings/general', 'Project '],
      [`/workspaces/${person.workspaceId}/members`, 'Person '],
      [`/workspaces/${person.workspaceId}/projects`, 'Project '],
      ['/account', 'Password'],
      [`/projects/${encodeURIComponent(script)}/memories`, 'There is no such project'],
    ] as const) {
      await dashboard.page.goto(desk.addressOf(path));
      await dashboard.shows(sign);
      if (!path.startsWith('/account') && !path.includes('%')) await dashboard.shows('<img src=x');
      expect([path, await dashboard.page.$$eval('main img, main script, aside img, aside script', (all) => all.length)]).toEqual([path, 0]);
    }
    await (await signIn(stage.place.product)).in(desk.projectId).rest('PATCH', '/auth/me', { name: null });
  });

  test('script in names of workspaces, members and agents and in tasks is the text that it is, on pages and in dialogs', async () => {
    const desk = await newWorkshop(stage, `Project ${script}`);
    const { api, person } = desk;
    const member = await newColleague(stage, desk, 'member');
    await member.api.rest('PATCH', '/auth/me', { name: `Member ${script}` });
    const workspace = `/v1/workspaces/${person.workspaceId}`;
    const { name } = (await api.rest('GET', workspace)).body;
    onTestFinished(async () => void (await person.in(desk.projectId).rest('PATCH', workspace, { name })));
    expect((await api.rest('PATCH', workspace, { name: `Workspace ${script}` })).status).toBe(200);
    await api.rest('POST', '/v1/memories', { content: `Memory ${script}`, agent_id: script });
    const agent = { name: `Agent ${script}`, description: `Description ${script}`, instructions: `Instructions ${script}` };
    expect((await api.rest('POST', '/v1/agents', agent)).status).toBe(201);
    const steps = [
      { id: 'told', kind: 'wait', input: { event: `Event ${script}` } },
      { id: 'waiting', kind: 'wait', input: { event: 'never' }, reason: `Reason ${script}` },
    ];
    const task = (await api.rest('POST', '/v1/tasks', { goal: `Goal ${script}`, agent_id: `Agent ${script}`, plan: { steps }, run: true }))
      .body;
    const told = { status: 'succeeded', output: { [script]: `Output ${script}` } };
    expect((await api.rest('POST', `/v1/tasks/${task.id}/steps/told/result`, told)).status).toBe(200);

    const project = `/projects/${desk.projectId}`;
    const ways: readonly (readonly [path: string, sign: string, ...buttons: string[]])[] = [
      [`/workspaces/${person.workspaceId}/members`, `Member ${script}`, `Remove ${member.somebody.email}`, 'Invite somebody'],
      [`/workspaces/${person.workspaceId}/settings`, `Workspace ${script}`, 'Delete workspace'],
      [`/workspaces/${person.workspaceId}/projects`, `Workspace ${script}`],
      [`${project}/settings/general`, `Project ${script}`, 'Delete project'],
      [`${project}/memories`, `Memory ${script}`, `Edit Memory ${script}`.slice(0, 45)],
      [`${project}/agents`, `Description ${script}`, ...['Edit', 'Versions of', 'Delete'].map((verb) => `${verb} Agent ${script}`)],
      [`${project}/tasks`, `Goal ${script}`],
      [`${project}/tasks/${task.id}`, `Reason ${script}`],
      [`${project}/tasks/new`, 'Submit task'],
    ];
    const dashboard = await desk.open('memories');
    const { page } = dashboard;
    const markup = (): Promise<number> => page.$$eval('body :is(img, script:not([src]), svg[onload])', (all) => all.length);
    for (const [path, sign, ...buttons] of ways) {
      await page.goto(`${stage.place.appUrl}${path}`);
      await dashboard.shows(sign);
      expect([path, await markup()]).toEqual([path, 0]);
      for (const button of buttons) {
        const named = `(each.getAttribute('aria-label') ?? each.textContent).startsWith(${JSON.stringify(button)})`;
        const found = await page.waitForFunction(`[...document.querySelectorAll('main button')].find((each) => ${named})`);
        await found.evaluate((each) => (each as { click(): void }).click());
        await page.waitForSelector('dialog[open]');
        expect([button, await markup()]).toEqual([button, 0]);
        await page.keyboard.press('Escape');
        await page.waitForFunction(`document.querySelector('dialog') === null`);
      }
    }
  });

  test('script in everything that agents and authors of policies choose is shown as the text that it is', async () => {
    const desk = await newWorkshop(stage, `Project ${script}`);
    await desk.api.rest('PATCH', '/auth/me', { name: `Person ${script}` });
    const traceparent = `00-${'ef'.repeat(16)}-00f067aa0ba902b7-01`;
    const action = { kind: 'mcp.call', server: `Server ${script}`, tool: `Tool ${script}`, arguments: { [script]: script } };
    const asked = await desk.agent.rest('POST', '/v1/actions', { action, agent_id: script, task_id: script }, { traceparent });
    const id = asked.body.approval.id as string;
    await desk.api.rest('PATCH', '/v1/governance/settings', { allow_self_approval: true });
    await desk.api.rest('POST', `/v1/approvals/${id}/votes`, { decision: 'approve', comment: `Comment ${script}` });
    const again = (await desk.agent.rest('POST', '/v1/actions', { action, agent_id: script, task_id: script })).body;
    const started = await desk.agent.rest('POST', `/v1/actions/${again.decision_id}/start`, { permit: again.permit.token });
    await desk.agent.rest('POST', `/v1/executions/${started.body.execution_id}/outcome`, {
      status: 'failed',
      summary: `Summary ${script}`,
    });
    const rule = { ...denySaves, justification: `Because ${script}`, owner: `Owner ${script}`, when: { tool: [script] } };
    const made = await desk.api.rest('POST', '/v1/policies/revisions', { name: `Policy ${script}`, rules: [rule] });
    const { number } = made.body;
    const dashboard = await desk.open('approvals');
    for (const [path, sign] of [
      ['approvals?status=all', 'Tool '],
      [`approvals/${id}`, 'Summary '],
      ['policies', 'Policy '],
      [`policies/${number}`, 'Because '],
      [`policies/new?from=${number}`, 'Save revision'],
      ['audit?action=action', 'Person '],
      [`audit/${'ef'.repeat(16)}`, 'Person '],
      [`approvals/${encodeURIComponent(script)}`, 'There is no such approval'],
      [`policies/${encodeURIComponent(script)}`, 'There is no such revision'],
      [`audit/${encodeURIComponent(script)}`, 'There is no such trace'],
      [`approvals?status=${encodeURIComponent(script)}`, 'Nothing waits for you'],
    ] as const) {
      await dashboard.page.goto(`${stage.place.appUrl}/projects/${desk.projectId}/${path}`);
      await dashboard.shows(sign);
      expect([path, await dashboard.page.$$eval('main img, main script, aside img, aside script', (all) => all.length)]).toEqual([path, 0]);
    }
    await (await signIn(stage.place.product)).in(desk.projectId).rest('PATCH', '/auth/me', { name: null });
  });

  test('the browser refuses every way by which text would become markup or code', async () => {
    const { page } = await (await stage.newProfile()).newTab();
    await page.goto(stage.place.appUrl);
    await page.waitForSelector('h1');
    for (const attempt of [`document.body.innerHTML = '<p>x</p>'`, `document.body.insertAdjacentHTML('beforeend', '<p>x</p>')`]) {
      expect([attempt, await page.evaluate(`(() => { try { ${attempt}; return 'done'; } catch { return 'refused'; } })()`)]).toEqual([
        attempt,
        'refused',
      ]);
    }
    const loaded = page.evaluate(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective), { once: true });
      fetch('https://elsewhere.example.org/').catch(() => {});
    })`);
    expect(await loaded).toBe('connect-src');
  });
};
