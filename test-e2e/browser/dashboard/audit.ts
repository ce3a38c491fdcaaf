import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, shell, vote, waiting } from '../../governance/asking.ts';
import { look } from '../browser.ts';
import type { Suite } from '../stage.ts';
import { newColleague, newWorkshop } from './team.ts';

const entries = (count: number): string => `document.querySelectorAll('.audit-entry').length === ${count}`;

/** What was done, and the proof of it. */
export const auditSuite: Suite = (stage) => {
  test('the audit is filtered, paged, kept in the address, and opened entry by entry', async () => {
    const desk = await newWorkshop(stage);
    const member = await newColleague(stage, desk, 'member');
    await Promise.all(Array.from({ length: 52 }, (_, at) => desk.agent.rest('POST', '/v1/memories', { content: `note ${at}` })));
    await member.api.rest('POST', '/v1/memories', { content: 'hers' });
    const dashboard = await desk.open('audit');
    await dashboard.page.waitForFunction(entries(50));
    await dashboard.press('Show more');
    await dashboard.page.waitForFunction(entries(54));
    await look(dashboard.page, { width: 360, height: 740 });
    const offers = (): Promise<number> =>
      dashboard.page.$$eval(
        '.filters input',
        (all) => all.filter((each) => (each as unknown as { checkVisibility(): boolean }).checkVisibility()).length,
      );
    expect(await offers()).toBe(0);
    await dashboard.press('Filter');
    expect(await offers()).toBe(5);
    await look(dashboard.page);
    await dashboard.fill('Action', 'Made an API key');
    await dashboard.page.waitForFunction(entries(1));
    await dashboard.fill('Action', 'memory');
    await dashboard.fill('Who', member.somebody.email);
    await dashboard.page.waitForFunction(`new URLSearchParams(location.search).get('actor') === ${JSON.stringify(member.id)}`);
    await dashboard.page.waitForFunction(entries(1));
    await dashboard.page.reload();
    await dashboard.page.waitForFunction(entries(1));
    await dashboard.page.click('.audit-entry summary');
    for (const sign of ['memory.save', member.somebody.email, 'in the dashboard']) await dashboard.shows(sign);
    await dashboard.fill('Outcome', 'Forbidden');
    await dashboard.shows('No entry matches');
    await dashboard.press('Clear');
    await dashboard.page.waitForFunction(entries(50));
    await dashboard.page.focus('.filters .field:nth-of-type(6) input');
    await dashboard.page.keyboard.type('01012020');
    await dashboard.page.keyboard.press('Tab');
    await dashboard.page.keyboard.type('0101AM');
    await dashboard.shows('No entry matches');
    expect(new URL(dashboard.page.url()).searchParams.get('to')).toMatch(/^20(19|20)-/);
  });

  test('a decision is followed from the ask to its outcome, and leads to the approval', async () => {
    const desk = await newWorkshop(stage);
    const approver = await newColleague(stage, desk, 'approver');
    const traceparent = `00-${'cd'.repeat(16)}-00f067aa0ba902b7-01`;
    const action = shell('make traced');
    const { body } = await ask(desk.agent, action, {}, { traceparent });
    await vote(approver.api, body.approval.id, 'approve', { comment: 'never in the audit' });
    const again = (await ask(desk.agent, action, {}, { traceparent })).body;
    const started = await desk.agent.rest('POST', `/v1/actions/${again.decision_id}/start`, { permit: again.permit.token });
    await desk.agent.rest('POST', `/v1/executions/${started.body.execution_id}/outcome`, { status: 'succeeded' });
    const dashboard = await desk.open('audit?action=action.decide');
    await dashboard.page.waitForFunction(entries(2));
    await dashboard.page.click('.audit-entry .actions a');
    await dashboard.says('Trace');
    await dashboard.page.waitForSelector('.step');
    const phases = await dashboard.page.$$eval('.step', (all) =>
      all.map((step) => [...step.querySelectorAll('.phase-name')].map(({ textContent }) => textContent)),
    );
    expect(phases).toEqual([
      ['Decision', 'Approval'],
      ['Decision', 'Start', 'Outcome'],
    ]);
    expect(await dashboard.text()).not.toContain('never in the audit');
    await dashboard.press('See the approval', 'link');
    await dashboard.says('Run a command');
    await dashboard.page.goBack();
    await dashboard.says('Trace');
    await dashboard.page.goBack();
    await dashboard.says('Audit');
    expect(new URL(dashboard.page.url()).searchParams.get('action')).toBe('action.decide');
  });

  test('it is verified, and where it was tampered with the first bad entry is named and shown', async () => {
    const desk = await newWorkshop(stage);
    await waiting(desk.agent, shell('make verified'));
    const dashboard = await desk.open('audit');
    await dashboard.press('Verify');
    await dashboard.shows('All 2 entries are as written.');
    // Nobody can change it through the service, so the answer is.
    await dashboard.page.setRequestInterception(true);
    dashboard.page.on('request', (request) => {
      if (!request.url().endsWith('/v1/audit/verify') || request.method() !== 'GET') return void request.continue();
      const body = JSON.stringify({
        valid: false,
        entries: 1,
        head: { seq: 2, hash: 'a'.repeat(64) },
        first_bad_seq: 2,
        reason: 'entry_changed',
      });
      return void request.respond({
        status: 200,
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': stage.place.appUrl },
        body,
      });
    });
    await dashboard.press('Verify');
    await dashboard.shows('the first that cannot be vouched for is #2: what it says was changed after it was written.');
    await dashboard.press('Show from there');
    await dashboard.page.waitForFunction(`document.querySelector('.audit-entry .facts')?.textContent.startsWith('#1')`);
    expect(new URL(dashboard.page.url()).search).toBe('?since=1');
  });

  test('it is exported with its proofs', async () => {
    const desk = await newWorkshop(stage, 'To keep');
    const folder = await mkdtemp(join(tmpdir(), 'cairn-audit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const dashboard = await desk.open('audit');
    const devtools = await dashboard.page.createCDPSession();
    const context = dashboard.page.browserContext().id;
    await devtools.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      ...(context && { browserContextId: context }),
    });
    await dashboard.press('Export');
    await expect.poll(() => readdir(folder), { timeout: 30_000 }).toEqual(['To keep audit.ndjson']);
    const lines = (await readFile(join(folder, 'To keep audit.ndjson'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
    expect(lines.join('\n')).toContain('api_key.create');
  });

  test('a viewer is told that they do not read it, and is offered no form at an address that they typed', async () => {
    const desk = await newWorkshop(stage);
    const viewer = await newColleague(stage, desk, 'viewer');
    const dashboard = await viewer.open('audit');
    for (const [path, words] of [
      ['audit', 'Your role does not read the audit'],
      ['audit/4bf92f3577b34da6a3ce929d0e0e4736', 'Your role does not read the audit'],
      ['policies/new', 'Your role does not write policies'],
      ['policies/new?scope=workspace&from=0&shadow=1', 'Your role does not write policies'],
      ['tasks/new', 'Your role does not submit tasks'],
      ['agents/new', 'There is no such page'],
      ['memories/new', 'There is no such page'],
    ] as const) {
      await dashboard.page.goto(desk.addressOf(path));
      await dashboard.shows(words);
      expect([path, await dashboard.page.$$eval('main :is(form, button, input, textarea)', (all) => all.length)]).toEqual([path, 0]);
    }
  });
};
