import { expect, onTestFinished, test } from 'vitest';
import { findings } from '../findings.ts';
import { startCuttableProxy } from '../cuttable-proxy.ts';
import type { Suite } from '../stage.ts';
import { enter, newDesk, opened } from './dashboard-page.ts';
import type { DashboardPage } from './dashboard-page.ts';
import { at, judged } from './judging.ts';

const script = `"><img src=x onerror="alert(1)"><script>alert(2)</script>`;
const save = (id: string, content: string, depends: readonly string[] = []) => ({
  id,
  kind: 'memory.save',
  input: { content },
  depends_on: depends,
});
const act = { id: 'publish', kind: 'action', input: { action: { kind: 'mcp.call', server: 'mail', tool: 'send', arguments: {} } } };

/** Writes in the editor of JSON as a person does: whatever was there is gone. */
const write = (dashboard: DashboardPage, text: string): Promise<unknown> =>
  dashboard.page.evaluate(`(() => {
    const area = document.querySelector('.source textarea');
    area.focus();
    area.select();
    document.execCommand('insertText', false, ${JSON.stringify(text)});
  })()`);

/** Agents that a project defines, and what is carried out step by step. */
export const taskSuite: Suite = (stage) => {
  test('an agent is defined, changed into a new version, and deleted when one has confirmed', async () => {
    const desk = await newDesk(stage, 'Agents');
    const dashboard = await desk.open('agents');
    await dashboard.shows('No agents yet');
    await dashboard.press('Define agent');
    await dashboard.fill('Name', `Scout ${script}`);
    await dashboard.fill('Tools', 'memory.save, memory.search');
    // Twice as fast as a hand can: it is made once.
    await dashboard.page.evaluate(
      `(() => { const button = document.querySelector('dialog .primary'); button.click(); button.click(); })()`,
    );
    await dashboard.shows('Version 1');
    await dashboard.press(`Edit Scout ${script}`.replaceAll('"', '\\"'));
    await dashboard.fill('Instructions', 'Look before you leap.');
    await dashboard.press('Save version');
    await dashboard.shows('Version 2');
    const agents = (await desk.api.rest('GET', '/v1/agents')).body.data;
    expect(agents).toMatchObject([{ version: 2, instructions: 'Look before you leap.', tools: ['memory.save', 'memory.search'] }]);
    await dashboard.press(`Versions of Scout ${script}`.replaceAll('"', '\\"'));
    await dashboard.shows('Holds now');
    await dashboard.press('Close');
    await dashboard.press(`Delete Scout ${script}`.replaceAll('"', '\\"'));
    await dashboard.press('Delete agent');
    await dashboard.shows('No agents yet');
    expect(await dashboard.page.$$eval('main img, main script', (all) => all.length)).toBe(0);
  });

  test('a goal with a plan is submitted once, and is seen to its end as it happens', async () => {
    const desk = await newDesk(stage, 'Tasks');
    const dashboard = await desk.open('tasks');
    await dashboard.shows('No tasks yet');
    await dashboard.press('New task', 'link');
    await dashboard.says('New task');
    await dashboard.fill('Goal', `Remember it ${script}`);
    await write(dashboard, '{"steps":[{"id":"a","kind":"memory.sav"}]}');
    await dashboard.shows('Line 1 "kind" must be one of');
    await write(dashboard, JSON.stringify({ steps: [save('first', 'One.'), save('second', 'Two.', ['gone'])] }));
    await dashboard.hides('must be one of');
    await dashboard.press('Submit task');
    await dashboard.shows('Line 1');
    await write(dashboard, JSON.stringify({ steps: [save('first', 'One.'), save('second', 'Two.', ['first'])] }));
    await dashboard.press('Submit task');
    await dashboard.says('Task');
    await dashboard.shows('2 of 2 steps done');
    await dashboard.shows('Completed');
    expect((await desk.api.rest('GET', '/v1/tasks')).body.data).toHaveLength(1);
    expect(await dashboard.page.$$eval('main img, main script', (all) => all.length)).toBe(0);
    await dashboard.page.focus('.plan-node');
    await dashboard.page.keyboard.press('Enter');
    expect(await dashboard.page.evaluate('document.activeElement.id')).toBe('step-first');
    await dashboard.page.goBack();
    await dashboard.says('New task');
    await dashboard.press('All tasks', 'link');
    await dashboard.shows('2 of 2 steps');
  });

  test('a goal that no model could plan is refused in words that say so', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('tasks/new');
    await dashboard.fill('Goal', 'Plan the week');
    await dashboard.fill('Who plans it', 'model');
    await dashboard.press('Submit task');
    const refusal = await dashboard.page.waitForSelector('form .notice p');
    expect(await refusal?.evaluate((told) => told.textContent)).toContain('no model is configured');
  });

  test('a task is run, paused, gone on with and cancelled, and told what became of an action', async () => {
    const desk = await newDesk(stage, 'Controls');
    const plan = { steps: [{ id: 'paid', kind: 'wait', input: { event: 'paid' } }, save('end', 'Paid.', ['paid'])] };
    const { id } = (await desk.api.rest('POST', '/v1/tasks', { goal: 'Wait to be paid', plan })).body;
    const dashboard = await desk.open(`tasks/${id}`);
    await dashboard.press('Run');
    await dashboard.shows('Waits for a result');
    await dashboard.press('Pause');
    await dashboard.press('Resume');
    await dashboard.press('Report result of paid');
    await dashboard.fill('What it gave', '{"amount": 5}');
    const goesOn = dashboard.page.waitForRequest((request) => request.url().endsWith(`/${id}/events`));
    await dashboard.press('Report');
    await dashboard.shows('2 of 2 steps done');
    // The stream is asked for again once the task has ended, behind what is known: nothing is told twice.
    expect(Number((await goesOn).headers()['last-event-id'])).toBeGreaterThan(0);
    await dashboard.page.waitForFunction(`document.querySelector('[aria-label="Timeline"] li')?.textContent.includes('Completed')`);
    expect(
      await dashboard.page.$$eval(
        '[aria-label="Timeline"] li',
        (all) => all.filter((each) => each.textContent.endsWith('Completed')).length,
      ),
    ).toBe(1);
    const steps = (await desk.api.rest('GET', `/v1/tasks/${id}`)).body.plan.steps;
    expect(steps[0].output).toEqual({ amount: 5 });

    const other = (await desk.api.rest('POST', '/v1/tasks', { goal: 'Never mind', plan, run: true })).body;
    await dashboard.page.goto(`${stage.place.appUrl}/projects/${desk.projectId}/tasks/${other.id}`);
    await dashboard.press('Cancel task');
    await dashboard.press('Cancel for good');
    await dashboard.shows('Cancelled');
    await dashboard.page.goto(`${stage.place.appUrl}/projects/${desk.projectId}/tasks/${encodeURIComponent(script)}`);
    await dashboard.shows('There is no such task');
  });

  test('a timeline whose stream is cut says so, and shows what happened meanwhile once it is back, each event once', async () => {
    const desk = await newDesk(stage, 'Cut');
    const plan = {
      steps: [
        { id: 'ordered', kind: 'wait', input: { event: 'ordered' } },
        { id: 'paid', kind: 'wait', input: { event: 'paid' }, depends_on: ['ordered'] },
        save('end', 'Paid.', ['paid']),
      ],
    };
    const { id } = (await desk.api.rest('POST', '/v1/tasks', { goal: 'Wait to be paid', plan, run: true })).body;
    const proxy = await startCuttableProxy();
    onTestFinished(() => proxy.close());
    const dashboard = await opened(stage, { path: `/projects/${desk.projectId}/tasks/${id}`, profile: await stage.newProfile(proxy.url) });
    const { page } = dashboard;
    await enter(dashboard, stage.ada);
    await dashboard.shows('Waits for a result');
    await page.waitForSelector('[aria-label="Timeline"] li');
    const statusOf = async (step: string): Promise<unknown> =>
      (await desk.api.rest('GET', `/v1/tasks/${id}`)).body.plan.steps.find((each: { id: string }) => each.id === step)?.status;
    proxy.cut();
    await dashboard.shows('The connection is lost.');
    await dashboard.shows('The connection stays broken. It is tried again every ');
    expect(await findings(page)).toEqual([]);
    for (const [step, next] of [
      ['ordered', 'paid'],
      ['paid', undefined],
    ] as const) {
      const { status } = await desk.api.rest('POST', `/v1/tasks/${id}/steps/${step}/result`, { status: 'succeeded', output: step });
      expect(status).toBe(200);
      if (next) await expect.poll(() => statusOf(next), { timeout: 30_000 }).toBe('executing');
    }
    await expect.poll(async () => (await desk.api.rest('GET', `/v1/tasks/${id}`)).body.status, { timeout: 30_000 }).toBe('completed');
    expect(await dashboard.text()).not.toContain('3 of 3 steps done');
    proxy.mend();
    await dashboard.press('Try now');
    await dashboard.shows('3 of 3 steps done');
    await dashboard.hides('The connection stays broken.');
    await dashboard.hides('Try now');
    expect(await page.$eval('[aria-label="Timeline"] time', (time) => time.textContent)).toMatch(/\d:\d\d:\d\d/);
    await page.waitForFunction(`document.querySelector('[aria-label="Timeline"] li')?.textContent.includes('Completed')`);
    const { text } = await desk.api.rest('GET', `/v1/tasks/${id}/events`);
    expect(await page.$$eval('[aria-label="Timeline"] li', (all) => all.length)).toBe(text.match(/^id: ?\d+$/gm)?.length);
  });

  test('a task is submitted, followed, answered and cancelled by the keyboard alone', async () => {
    const desk = await newDesk(stage, 'Keys only');
    const dashboard = await desk.open('tasks');
    await dashboard.shows('No tasks yet');
    const { page } = dashboard;
    const { keyboard } = page;
    const focused = async (): Promise<string> =>
      String(
        await page.evaluate(`(() => {
          const { activeElement: on } = document;
          return on.labels?.[0]?.textContent ?? on.getAttribute('aria-label') ?? on.textContent;
        })()`),
      );
    const reach = async (name: string): Promise<void> => {
      const passed: string[] = [];
      while (passed.at(-1) !== name) {
        if (passed.length > 60) throw new Error(`${name} is not reached: ${passed.join(', ')}`);
        await keyboard.press('Tab');
        passed.push(await focused());
      }
      // The editor frames the whole of its pane.
      const outline = `getComputedStyle(document.activeElement.closest('.source-pane') ?? document.activeElement).outlineStyle`;
      expect([name, await page.evaluate(outline)]).toEqual([name, 'solid']);
    };
    await reach('New task');
    await keyboard.press('Enter');
    await dashboard.says('New task');
    await reach('Goal');
    await keyboard.type('Wait to be paid');
    await reach('Plan');
    await keyboard.down('Control');
    await keyboard.press('KeyA');
    await keyboard.up('Control');
    await keyboard.sendCharacter(JSON.stringify({ steps: [{ id: 'paid', kind: 'wait', input: { event: 'paid' } }] }));
    // A tab takes what the editor suggests, if it does.
    await keyboard.press('Escape');
    await reach('Submit task');
    await keyboard.press('Enter');
    await page.waitForSelector('::-p-aria([name="Report result of paid"][role="button"])');
    await reach('Report result of paid');
    await keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    expect(await focused()).toBe('What it gave');
    await keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    expect(await focused()).toBe('Report result of paid');
    await page.reload();
    await dashboard.shows('Waits for a result');
    await reach('Cancel task');
    await keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    expect(await focused()).toBe('Keep it');
    await reach('Cancel for good');
    await keyboard.press('Enter');
    await dashboard.shows('Cancelled');
    await reach('All tasks');
    await keyboard.press('Enter');
    await dashboard.says('Tasks');
    await dashboard.shows('Wait to be paid');
  });

  test('every page of agents and tasks has nothing that axe finds, and fits, in every view', async () => {
    const desk = await newDesk(stage, 'Workshop');
    await desk.api.rest('POST', '/v1/agents', { name: 'Scout', description: 'Finds things.', tools: ['memory.search', 'memory.save'] });
    const steps = [
      save('collect-the-figures', 'Figures.'),
      save('collect-the-names', 'Names.'),
      save('join', 'Joined.', ['collect-the-figures', 'collect-the-names']),
      { ...act, depends_on: ['join'] },
      { id: 'wait-for-payment', kind: 'wait', input: { event: 'paid' }, depends_on: ['join'] },
      save('end', 'Done.', ['publish', 'wait-for-payment']),
    ];
    const { id } = (await desk.api.rest('POST', '/v1/tasks', { goal: 'Publish the figures', plan: { steps }, run: true })).body;
    const states = {
      agents: at('agents', 'Finds things.'),
      'agent-dialog': async () => {
        const dashboard = await at('agents', 'Finds things.')(desk);
        await dashboard.press('Edit Scout');
        await dashboard.page.waitForSelector('dialog[open]');
        return dashboard;
      },
      tasks: at('tasks', 'Publish the figures'),
      task: at(`tasks/${id}`, '3 of 6 steps done'),
      'task-new': at('tasks/new', 'Submit task'),
    };
    expect(await judged(desk, stage, states)).toEqual([]);
  });
};
