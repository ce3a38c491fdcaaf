import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '../../product/caller.ts';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';
import type { Desk } from './dashboard-page.ts';

async function imported({ api, person, projectId }: Desk, memories: readonly object[]): Promise<void> {
  const { status } = await call(`${person.baseUrl}/v1/memories/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.secret}`, 'x-service-project-id': projectId, 'content-type': 'application/x-ndjson' },
    body: memories.map((memory) => `${JSON.stringify(memory)}\n`).join(''),
  });
  if (status !== 200) throw new Error(`memories were not taken in: ${status}`);
}

/** What agents keep. */
export const memorySuite: Suite = (stage) => {
  test('memories are added, found as one types, changed, and brought back', async () => {
    const desk = await newDesk(stage);
    await desk.api.rest('POST', '/v1/memories', { content: 'The boiler is serviced in May.', agent_id: 'house', agent_name: 'House' });
    const dashboard = await desk.open('memories');
    await dashboard.shows('The boiler is serviced in May.');
    await dashboard.press('Add memory');
    await dashboard.fill('What to remember', 'We deploy on Tuesdays.');
    await dashboard.press('Add memory');
    await dashboard.page.waitForFunction(`document.querySelectorAll('.memory').length === 2`);

    await dashboard.fill('Search memories', 'deploy');
    await dashboard.hides('The boiler');
    await dashboard.shows('We deploy on Tuesdays.');
    await dashboard.press('Edit We deploy on Tuesdays.');
    await dashboard.fill('What to remember', 'We deploy on Thursdays.');
    await dashboard.page.keyboard.down('Control');
    await dashboard.page.keyboard.press('Enter');
    await dashboard.page.keyboard.up('Control');
    await dashboard.shows('We deploy on Thursdays.');
    await dashboard.press('History of We deploy on Thursdays.');
    await dashboard.press('Restore version 1');
    await dashboard.shows('Version 1 holds again.');
    const { data } = (await desk.api.rest('GET', '/v1/memories')).body;
    expect(data.map(({ content }: { content: string }) => content)).toEqual(['We deploy on Tuesdays.', 'The boiler is serviced in May.']);
  });

  test('memories are filtered by agent, scope and time, and the address keeps what is asked for', async () => {
    const desk = await newDesk(stage);
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const memories = [
      { content: 'The roof was mended.', created_at: daysAgo(400), agent_id: 'house', agent_name: 'House' },
      { content: 'The roof leaks again.', created_at: daysAgo(20), agent_id: 'house', agent_name: 'House' },
      { content: 'The roof is to be looked at.', created_at: daysAgo(2), scope: 'system' },
    ];
    await imported(desk, memories);
    const dashboard = await desk.open('memories');
    const { page } = dashboard;
    /** As a person does it, whatever form the browser shows dates in: React hears of no value that is merely set. */
    const choose = (label: string, time: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const field = [...document.querySelectorAll('input[type="datetime-local"]')].find((each) => each.labels[0].textContent === '${label}');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${time.slice(0, 16)}');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      })()`);
    const shown = async (count: number): Promise<void> =>
      void (await page.waitForFunction(`document.querySelectorAll('.memory').length === ${count}`));
    await shown(3);
    await page.select('[aria-label="Saved"]', 'month');
    await shown(2);
    await page.select('[aria-label="Agent"]', 'house');
    await shown(1);
    await dashboard.shows('The roof leaks again.');
    await page.reload();
    await shown(1);
    expect(new URL(page.url()).search).toBe('?agent=house&time=month');
    await page.select('[aria-label="Agent"]', '');
    await page.select('[aria-label="Scope"]', 'system');
    await shown(1);
    await dashboard.shows('The roof is to be looked at.');
    await page.select('[aria-label="Scope"]', '');
    await dashboard.fill('Search memories', 'roof');
    await shown(2);
    await page.select('[aria-label="Saved"]', 'week');
    await shown(1);
    await page.select('[aria-label="Saved"]', 'between');
    await choose('Until', daysAgo(10));
    await shown(2);
    await choose('From', daysAgo(5));
    await dashboard.shows('Choose a time after the first.');
    await choose('From', daysAgo(30));
    await shown(1);
    await dashboard.shows('The roof leaks again.');
    await dashboard.press('Clear');
    await shown(3);
    expect(new URL(page.url()).search).toBe('');
  });

  test('every agent can be asked for, however many memories others have, and what is found comes in pages', async () => {
    const desk = await newDesk(stage);
    const row = (at: number) => ({
      content: `The boiler, row ${at}`,
      agent_id: 'loud',
      agent_name: 'Loud',
      created_at: '2026-03-01T10:00:00Z',
    });
    const rare = { content: 'A quiet one.', agent_id: 'rare', agent_name: 'Rare', created_at: '2026-01-01T10:00:00Z' };
    await imported(desk, [rare, ...Array.from({ length: 70 }, (_, at) => row(at))]);
    const dashboard = await desk.open('memories');
    const { page } = dashboard;
    const shown = async (count: number): Promise<void> =>
      void (await page.waitForFunction(`document.querySelectorAll('.memory').length === ${count}`));
    await shown(50);
    await page.waitForSelector('[aria-label="Agent"] option[value="rare"]');
    expect(await page.$$eval('[aria-label="Agent"] option', (all) => all.map((each) => each.textContent))).toEqual([
      'Every agent',
      'Loud',
      'Rare',
    ]);
    await page.select('[aria-label="Agent"]', 'rare');
    await shown(1);
    await page.select('[aria-label="Agent"]', '');
    await dashboard.fill('Search memories', 'boiler');
    await dashboard.page.waitForFunction(
      `document.querySelector('main > [role="status"]').textContent === '50 memories found. There are more.'`,
    );
    await dashboard.press('Show more');
    await shown(70);
    // What went on with the list is gone: the keyboard is on the first entry that came.
    await page.waitForFunction(`document.activeElement.closest('.memory') === document.querySelectorAll('.memory')[50]`);
    expect(await page.$$eval('.memory .content', (all) => new Set(all.map(({ textContent }) => textContent)).size)).toBe(70);
  });

  test('a text that was changed while somebody wrote another is not replaced unseen', async () => {
    const desk = await newDesk(stage);
    const { id } = (await desk.api.rest('POST', '/v1/memories', { content: 'First.' })).body;
    const content = async (): Promise<string> => (await desk.api.rest('GET', `/v1/memories/${id}`)).body.content;
    const dashboard = await desk.open('memories');
    await dashboard.press('Edit First.');
    await dashboard.fill('What to remember', 'Mine.');
    await desk.api.rest('PATCH', `/v1/memories/${id}`, { content: 'Of another.' });
    await dashboard.press('Save');
    await dashboard.shows('“Of another.”');
    expect(await content()).toBe('Of another.');
    await dashboard.press('Save');
    await dashboard.page.waitForSelector('dialog', { hidden: true });
    expect(await content()).toBe('Mine.');
  });

  test('a deleted memory can be had back, and is gone for good when the page is left', async () => {
    const desk = await newDesk(stage);
    await desk.api.rest('POST', '/v1/memories', { content: 'Twice thought of.' });
    const count = async (): Promise<number> => (await desk.api.rest('GET', '/v1/memories')).body.data.length;
    const dashboard = await desk.open('memories');
    await dashboard.press('Delete Twice thought of.');
    await dashboard.shows('No memories yet');
    await dashboard.press('Undo');
    await dashboard.shows('Twice thought of.');
    expect(await count()).toBe(1);
    await dashboard.press('Delete Twice thought of.');
    await dashboard.shows('No memories yet');
    expect(await count()).toBe(1);
    await dashboard.press('Knowledge', 'link');
    await dashboard.says('Knowledge');
    await expect.poll(count, { timeout: 30_000 }).toBe(0);
  });

  test('each of many memories that were deleted at once can be had back', async () => {
    const desk = await newDesk(stage);
    for (let at = 0; at < 5; at += 1) await desk.api.rest('POST', '/v1/memories', { content: `Number ${at}.` });
    const { page } = await desk.open('memories');
    const shown = async (count: number): Promise<void> =>
      void (await page.waitForFunction(`document.querySelectorAll('.memory').length === ${count}`));
    await shown(5);
    for (let left = 4; left >= 0; left -= 1) {
      await page.click('.memory [aria-label^="Delete"]');
      await shown(left);
    }
    await page.keyboard.down('Control');
    for (let back = 1; back <= 5; back += 1) {
      await page.keyboard.press('z');
      await shown(back);
    }
    await page.keyboard.up('Control');
    expect((await desk.api.rest('GET', '/v1/memories')).body.data).toHaveLength(5);
  });

  test('a keyboard goes on where a memory was deleted, has it back with Ctrl Z, and is offered no way back that is closed', async () => {
    const desk = await newDesk(stage);
    for (const content of ['Third of all.', 'Second of all.', 'First of all.']) await desk.api.rest('POST', '/v1/memories', { content });
    const dashboard = await desk.open('memories');
    const { page } = dashboard;
    await dashboard.shows('Third of all.');
    await page.focus('[aria-label="Delete Second of all."]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.activeElement.ariaLabel === 'Delete Third of all.'`);
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await page.keyboard.up('Control');
    await dashboard.shows('Second of all.');
    await dashboard.hides('Memory deleted.');
    await page.focus('[aria-label="Delete Third of all."]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.activeElement.ariaLabel === 'Delete Second of all.'`);
    await dashboard.press('Knowledge', 'link');
    await dashboard.says('Knowledge');
    await dashboard.hides('Memory deleted.');
    const left = async (): Promise<number> => (await desk.api.rest('GET', '/v1/memories')).body.data.length;
    await expect.poll(left, { timeout: 30_000 }).toBe(2);
  });

  test('who listens hears how much was found', async () => {
    const desk = await newDesk(stage);
    for (const content of ['The boiler is old.', 'The roof leaks.']) await desk.api.rest('POST', '/v1/memories', { content });
    const dashboard = await desk.open('memories');
    await dashboard.shows('The roof leaks.');
    await dashboard.fill('Search memories', 'boiler');
    const said = (): Promise<string | null> => dashboard.page.$eval('main > [role="status"]', (status) => status.textContent);
    await expect.poll(said, { timeout: 30_000 }).toBe('1 memory found.');
  });

  test('a file of memories is taken in, each line told of, and once however often', async () => {
    const desk = await newDesk(stage);
    const folder = await mkdtemp(join(tmpdir(), 'cairn-import-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'memories.ndjson');
    await writeFile(file, '{"content":"First of them."}\n{"content":7}\n{"content":"Last of them."}\n');
    const dashboard = await desk.open('memories');
    await dashboard.shows('No memories yet');
    for (const result of ['2 imported, 0 here already, 1 not taken.', '0 imported, 2 here already, 1 not taken.']) {
      await dashboard.press('Import');
      const input = await dashboard.page.waitForSelector('dialog input[type="file"]');
      await input?.uploadFile(file);
      await dashboard.page.click('dialog .primary');
      await dashboard.shows(result);
      await dashboard.shows('Line 2: ');
      await dashboard.page.click('dialog .dialog-actions button');
      await dashboard.page.waitForFunction(`document.querySelector('dialog') === null`);
    }
    await dashboard.shows('Last of them.');
    const answered = dashboard.page.waitForResponse((answer) => answer.url().endsWith('/v1/memories/export'));
    await dashboard.press('Export');
    expect((await answered).status()).toBe(200);
  });
};
