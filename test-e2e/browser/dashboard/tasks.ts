import { expect, test } from 'vitest';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';
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
    await dashboard.shows('Line 1 must be one of');
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
