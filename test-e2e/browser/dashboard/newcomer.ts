import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pdfOf } from '@cairn/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { callerFor } from '../../product/caller.ts';
import type { Suite } from '../stage.ts';
import { enter, opened } from './dashboard-page.ts';

const lines = [
  'The lighthouse was built in 1887 by Ada Fell.',
  'Its lamp is lit at dusk and put out at dawn.',
  'Visitors are welcome on Sundays.',
];

/** Runs a line in a terminal, and reads the answer. */
async function run(line: string): Promise<{ readonly outcome: string }> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: { ...process.env, no_proxy: '*' } });
  return JSON.parse(stdout);
}

/** Everything that a newcomer does first. */
export const newcomerSuite: Suite = (stage) => {
  test('a newcomer signs in, connects a client, asks a PDF, has a task done and approves what an agent asks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-newcomer-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'lighthouse.pdf');
    await writeFile(file, pdfOf([lines.map((text, at) => ({ text, x: 72, y: 700 - at * 14 }))]));

    const dashboard = await opened(stage);
    await enter(dashboard, stage.ada);
    await dashboard.says('Project settings');
    await dashboard.press('Create API Key');
    await dashboard.fill('Name', 'Laptop');
    await dashboard.press('Create API key');
    await dashboard.page.waitForSelector('.secret code');
    const secret = await dashboard.page.$eval('.secret code', (code) => code.textContent ?? '');
    await dashboard.press('Done');
    await dashboard.press('Done');
    const agent = callerFor(stage.place.baseUrl, secret);
    expect((await agent.tool('save_memory', { content: 'We sail on Mondays.' })).status).toBe(200);
    await dashboard.shows('Connected · Laptop');

    await dashboard.press('Knowledge', 'link');
    const input = await dashboard.page.waitForSelector('input[type="file"]');
    await input?.uploadFile(file);
    await dashboard.page.waitForSelector('.badge.good');
    await dashboard.fill('Ask the documents', 'When was the lighthouse built?');
    await dashboard.page.keyboard.press('Enter');
    await dashboard.shows('Sources');
    expect(await dashboard.page.$eval('.answer-text', (text) => text.textContent)).toContain('1887');

    await dashboard.press('Tasks', 'link');
    await dashboard.press('New task', 'link');
    await dashboard.fill('Goal', 'Keep when we deploy');
    await dashboard.press('Submit task');
    await dashboard.shows('1 of 1 steps done');

    await dashboard.page.locator('nav a[href$="/approvals"]').click();
    await dashboard.shows('Have an agent ask first');
    const shown = await dashboard.page.$eval('.steps pre', ({ textContent }) => textContent ?? '');
    const line = shown.replace('<API_KEY>', secret);
    expect((await run(line)).outcome).toBe('require_approval');
    // Whoever comes back from the terminal sees it at once.
    await dashboard.page.evaluate(`dispatchEvent(new Event('focus'))`);
    await dashboard.press('npm publish', 'link');
    await dashboard.press('Let people approve for themselves');
    await dashboard.page.waitForSelector('dialog[open]');
    await dashboard.page.click('dialog .danger');
    await dashboard.press('Approve');
    await dashboard.shows('You approved it.');
    expect((await run(line)).outcome).toBe('allow');
  });
};
