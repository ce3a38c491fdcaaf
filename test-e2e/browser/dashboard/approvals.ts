import { expect, test } from 'vitest';
import { ask, shell, vote, waiting } from '../../governance/asking.ts';
import { allowMemory, allowPolicy, inForce } from '../../governance/rules.ts';
import { look } from '../browser.ts';
import type { Suite } from '../stage.ts';
import { judgedViews } from './judging.ts';
import { newColleague, newLoner, newWorkshop } from './team.ts';
import type { Workshop } from './team.ts';

const asks = (approval: object) => ({
  id: 'ask-publish',
  effect: 'require_approval',
  when: { kind: ['shell.exec'] },
  justification: 'What is published stays so.',
  approval: { quorum: 1, roles: ['owner', 'admin', 'approver'], exclude: ['requester', 'agent_owner'], ttl_s: 3600, ...approval },
});

/** What became of an approval: whether it may begin, and what it told in the end. */
async function carryOut({ agent }: Workshop, command: string, outcome: object): Promise<void> {
  const { body } = await ask(agent, shell(command));
  const started = await agent.rest('POST', `/v1/actions/${body.decision_id}/start`, { permit: body.permit.token });
  await agent.rest('POST', `/v1/executions/${started.body.execution_id}/outcome`, outcome);
}

/** The inbox. */
export const approvalSuite: Suite = (stage) => {
  test('an action that asks appears by itself, is approved with a comment, and what it did is told', async () => {
    const desk = await newWorkshop(stage, 'Yard');
    const approver = await newColleague(stage, desk, 'approver');
    const dashboard = await approver.open('memories', { isHurried: true });
    await dashboard.says('Memories');
    await waiting(desk.agent, shell('npm publish --dry-run'));
    await dashboard.page.waitForFunction(`document.title === '(1) Memories · Yard · Cairn'`);
    await vote(approver.api, (await approver.api.rest('GET', '/v1/approvals')).body.data[0].id, 'deny');
    await dashboard.page.waitForFunction(`document.title === 'Memories · Yard · Cairn'`);
    await dashboard.press('Approvals', 'link');
    await dashboard.shows('Nothing waits for you');
    expect(await dashboard.page.title()).toBe('Approvals · Yard · Cairn');

    await waiting(desk.agent, shell('npm publish --tag next'));
    await dashboard.shows('npm publish --tag next');
    await dashboard.page.waitForFunction(`document.title === '(1) Approvals · Yard · Cairn'`);
    expect(await dashboard.page.$eval('nav .count', (count) => count.textContent)).toBe('1 waiting');
    await look(dashboard.page, { width: 360, height: 740 });
    await dashboard.page.waitForSelector('::-p-aria([name="Menu, 1 waiting"][role="button"])');
    await look(dashboard.page);

    await dashboard.press('npm publish --tag next', 'link');
    await dashboard.says('Run a command');
    for (const sign of [
      'what the programs and scripts that it runs do',
      '/repo',
      'ask-command',
      'What nobody could check',
      'One person has to approve',
    ])
      await dashboard.shows(sign);
    await dashboard.fill('Comment', 'Fine, after the changelog.');
    await dashboard.press('Approve');
    await dashboard.shows('You approved it.');
    await dashboard.shows('Fine, after the changelog.');
    await dashboard.shows('Nothing was begun yet.');
    await dashboard.page.waitForFunction(`document.title === 'Run a command · Yard · Cairn'`);

    await carryOut(desk, 'npm publish --tag next', { status: 'failed', exit_code: 7, summary: 'no such tag\u202e' });
    await dashboard.shows('Exit code 7');
    await dashboard.shows(String.raw`no such tag\u202e`);
    await dashboard.shows('Used');
  });

  test('what was decided elsewhere leaves the inbox, and is found by its status', async () => {
    const desk = await newWorkshop(stage);
    const approver = await newColleague(stage, desk, 'approver');
    const [first, second] = [await waiting(desk.agent, shell('make first')), await waiting(desk.agent, shell('make second'))];
    const dashboard = await approver.open('approvals', { isHurried: true });
    await dashboard.shows('2 actions wait');
    await vote(approver.api, first, 'deny', { comment: 'not this one' });
    await dashboard.hides('make first');
    await dashboard.shows('1 action waits');
    await dashboard.page.select('[aria-label="Status"]', 'denied');
    await dashboard.shows('make first');
    await dashboard.hides('make second');
    await dashboard.page.select('[aria-label="Status"]', 'all');
    await vote(approver.api, second, 'approve');
    await dashboard.page.waitForFunction(
      `[...document.querySelectorAll('.approval .actions')].map((each) => each.innerText).join().includes('Approved')`,
    );
    await dashboard.press('make first', 'link');
    await dashboard.shows('not this one');
    await dashboard.page.goBack();
    await dashboard.shows('make second');
    expect(new URL(dashboard.page.url()).search).toBe('?status=all');
  });

  test('a long inbox comes in pages', async () => {
    const desk = await newWorkshop(stage);
    const approver = await newColleague(stage, desk, 'approver');
    await Promise.all(Array.from({ length: 101 }, (_, at) => waiting(desk.agent, shell(`make part${at}`))));
    const dashboard = await approver.open('approvals');
    await dashboard.shows('100 or more actions wait');
    await dashboard.page.waitForFunction(`document.title.startsWith('(100+)')`);
    await dashboard.press('Show more');
    await dashboard.page.waitForFunction(`document.querySelectorAll('.approval').length > 100`);
    expect(await dashboard.page.$$eval('.approval a', (all) => new Set(all.map(({ href }) => href)).size)).toBe(101);
  });

  test('a form that is sent twice is one vote', async () => {
    const desk = await newWorkshop(stage);
    const approver = await newColleague(stage, desk, 'approver');
    const id = await waiting(desk.agent, shell('make twice'));
    const dashboard = await approver.open(`approvals/${id}`);
    await dashboard.shows('One person has to approve');
    let sent = 0;
    dashboard.page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
    await dashboard.page.evaluate(`(() => {
      const button = document.querySelector('form [value="approve"]');
      button.form.requestSubmit(button);
      button.form.requestSubmit(button);
    })()`);
    await dashboard.shows('You approved it.');
    expect(sent).toBe(1);
    expect((await approver.api.rest('GET', `/v1/approvals/${id}`)).body.votes).toHaveLength(1);
  });

  test('a rule for two takes two, tells who voted, and lets a vote give more where the rule does', async () => {
    const desk = await newWorkshop(stage);
    const [approver, other] = [await newColleague(stage, desk, 'approver'), await newColleague(stage, desk, 'admin')];
    await inForce(desk.api, [asks({ quorum: 2, grants: { uses: 5 } }), allowMemory, allowPolicy]);
    const id = await waiting(desk.agent, shell('make both'));
    await approver.api.rest('PATCH', '/auth/me', { name: 'Grace' });
    const dashboard = await approver.open(`approvals/${id}`);
    await dashboard.shows('2 people have to approve, each by themselves.');
    await dashboard.page.select('form select', 'uses 5');
    await dashboard.press('Approve');
    await dashboard.shows('You have voted. A vote is not changed.');
    await dashboard.page.waitForFunction(`document.title.startsWith('Run')`);
    const second = await other.open(`approvals/${id}`);
    await second.shows('Grace');
    await second.shows('1 of them has.');
    await second.page.select('form select', 'uses 5');
    await second.press('Approve');
    await second.shows('The agent may do it 5 times.');
    await second.press('Revoke the approval');
    await second.page.waitForSelector('dialog[open]');
    await second.page.click('dialog .danger');
    await second.shows('The approval was revoked before it was used.');
    expect((await ask(desk.agent, shell('make both'))).body.outcome).toBe('require_approval');
  });

  test('whoever joined and voted while the card was open is called by their name, and the count goes with the vote', async () => {
    const desk = await newWorkshop(stage, 'Quay');
    const id = await waiting(desk.agent, shell('make late'));
    const dashboard = await desk.open(`approvals/${id}`, { isHurried: true });
    await dashboard.shows('You asked for this');
    await dashboard.page.waitForFunction(`document.title === '(1) Run a command · Quay · Cairn'`);
    const late = await newColleague(stage, desk, 'approver');
    await vote(late.api, id, 'approve');
    await dashboard.shows(late.somebody.email);
    expect(await dashboard.text()).not.toContain('Somebody who voted');
    await dashboard.page.waitForFunction(`document.title === 'Run a command · Quay · Cairn'`);
    await dashboard.shows('Withdraw the request');
  });

  test('who asked is told why they cannot vote, and an owner who is alone may lift that', async () => {
    const loner = await newLoner(stage);
    const id = await waiting(loner.agent, shell('make alone'));
    const dashboard = await loner.open(`approvals/${id}`);
    await dashboard.shows('You asked for this');
    await dashboard.shows('One person has to approve, and nobody may yet.');
    await dashboard.shows('Invite somebody as owner, admin or approver, or, if you work alone, let people approve for themselves.');
    expect(await dashboard.text()).not.toContain('allow_self_approval');
    expect(await dashboard.page.$('form')).toBeNull();
    await dashboard.press('Let people approve for themselves');
    await dashboard.page.waitForSelector('dialog[open]');
    await dashboard.page.click('dialog .danger');
    await dashboard.shows('People may approve for themselves now.');
    await dashboard.shows('One person may vote: whoever is owner, admin or approver.');
    await dashboard.press('Approve');
    await dashboard.shows('You approved it.');
    await dashboard.shows('The agent may do it once.');
    expect((await ask(loner.agent, shell('make alone'))).body.outcome).toBe('allow');
  });

  test('a member sees what they asked for and takes it back; nobody else sees it', async () => {
    const desk = await newWorkshop(stage);
    const [member, stranger] = [await newColleague(stage, desk, 'member'), await newColleague(stage, desk, 'member')];
    const id = await waiting(member.api, shell('make mine'));
    const away = await stranger.open(`approvals/${id}`);
    await away.shows('This is not yours to see');
    const dashboard = await member.open('approvals');
    await dashboard.press('make mine', 'link');
    await dashboard.press('Withdraw the request');
    await dashboard.page.waitForSelector('dialog[open]');
    await dashboard.page.click('dialog .danger');
    await dashboard.shows('Whoever asked withdrew the request.');
    expect((await member.api.rest('GET', `/v1/approvals/${id}`)).body.status).toBe('cancelled');
  });

  test('a checkpoint of a task is told as that, with what it is for, what it rests on and what goes on then', async () => {
    const desk = await newWorkshop(stage);
    const approver = await newColleague(stage, desk, 'approver');
    const steps = [
      { id: 'draft', kind: 'wait', input: { event: 'draft' } },
      { id: 'look', kind: 'checkpoint', input: { message: 'May it go out?\nIt is "final".' }, depends_on: ['draft'] },
      { id: 'send', kind: 'memory.save', input: { content: 'Sent.' }, depends_on: ['look'] },
    ];
    const { id } = (await desk.agent.rest('POST', '/v1/tasks', { goal: 'Send the letter', plan: { steps }, run: true })).body;
    const statusOf = async (): Promise<unknown> => (await desk.agent.rest('GET', `/v1/tasks/${id}`)).body.status;
    await expect.poll(statusOf, { timeout: 60_000 }).toBe('waiting_event');
    await desk.agent.rest('POST', `/v1/tasks/${id}/steps/draft/result`, { status: 'succeeded', output: { text: 'Dear Ada' } });
    await expect.poll(statusOf, { timeout: 60_000 }).toBe('waiting_approval');
    const dashboard = await approver.open('approvals');
    await dashboard.shows('Go on with a task');
    await dashboard.shows(String.raw`the task go on at its checkpoint look: May it go out?\nIt is "final".`);
    await dashboard.page.click('.approval a');
    await dashboard.says('Go on with a task');
    for (const sign of ['May it go out?\nIt is "final".', 'Send the letter', 'Save a memory', '{"text":"Dear Ada"}'])
      await dashboard.shows(sign);
    expect(await judgedViews(dashboard.page, 'approval-checkpoint')).toEqual([]);
    await look(dashboard.page);
    await dashboard.press('Approve');
    await dashboard.shows('You approved it.');
    await expect.poll(statusOf, { timeout: 60_000 }).toBe('completed');
  });

  test('a keyboard is enough to decide', async () => {
    const desk = await newWorkshop(stage);
    const approver = await newColleague(stage, desk, 'approver');
    const id = await waiting(desk.agent, shell('make keys'));
    const { page, ...dashboard } = await approver.open('approvals');
    await dashboard.shows('make keys');
    await page.focus('.approval a');
    await page.keyboard.press('Enter');
    await dashboard.says('Run a command');
    await dashboard.shows('Approve');
    expect(await page.evaluate('document.activeElement.localName')).toBe('h1');
    await page.focus('form textarea');
    await page.keyboard.type('by hand');
    const stops: string[] = [];
    for (let step = 0; step < 2; step += 1) {
      await page.keyboard.press('Tab');
      stops.push(String(await page.evaluate('document.activeElement.textContent')));
    }
    expect(stops).toEqual(['Approve', 'Deny']);
    await page.keyboard.press('Enter');
    await dashboard.shows('You denied it.');
    expect((await approver.api.rest('GET', `/v1/approvals/${id}`)).body).toMatchObject({
      status: 'denied',
      votes: [{ comment: 'by hand' }],
    });
  });
};
