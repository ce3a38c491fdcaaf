import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { vote } from '../../governance/asking.ts';
import { allowPolicy, inForce } from '../../governance/rules.ts';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';
import { newColleague, newWorkshop } from './team.ts';

async function files(given: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return Promise.all(
    Object.entries(given).map(async ([name, content]) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    }),
  );
}

const filler = 'Everybody is welcome to bring a cake on Fridays. '.repeat(80);
const handbook = `# Handbook\n\n${filler}\n\n## Holidays\n\nEvery employee has thirty-one days of holiday per year.\n\n${filler}`;

/** Documents and questions to them. */
export const knowledgeSuite: Suite = (stage) => {
  test('files that are added become ready, answer a question, and are read at the quote', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('knowledge');
    await dashboard.shows('Drop files here');
    const input = await dashboard.page.waitForSelector('input[type="file"]');
    await input?.uploadFile(...(await files({ 'handbook.md': handbook, 'menu.txt': 'Soup on Mondays.' })));
    await dashboard.page.waitForFunction(`document.querySelectorAll('.badge.good').length === 2`);
    for (const kind of ['Markdown', 'Plain text']) await dashboard.shows(kind);

    await dashboard.fill('Ask the documents', 'How many days of holiday does an employee have?');
    await dashboard.page.keyboard.press('Enter');
    await dashboard.shows('Sources');
    expect(await dashboard.page.$eval('.answer-text', (text) => text.textContent)).toContain('thirty-one days');
    await dashboard.page.click('.sources a');
    await dashboard.says('handbook.md');
    await dashboard.page.waitForSelector('mark');
    expect(await dashboard.page.$eval('mark', (mark) => mark.textContent)).toBe('Every employee has thirty-one days of holiday per year.');
    await dashboard.page.waitForFunction(`(() => {
      const { top, bottom } = document.querySelector('mark').getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    })()`);
    await dashboard.page.goBack();
    await dashboard.shows('Sources');
  });

  test('a file that holds nothing says so and can be tried again, replaced and deleted', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('knowledge');
    await dashboard.shows('Drop files here');
    const input = await dashboard.page.waitForSelector('input[type="file"]');
    await input?.uploadFile(...(await files({ 'blank.txt': '  \n \n' })));
    await dashboard.shows('holds no text');
    await dashboard.press('Retry blank.txt');
    await dashboard.shows('holds no text');
    // The button went while it was tried; the keyboard stays with its document.
    await dashboard.page.waitForFunction(`document.activeElement.closest('.entry')?.textContent.includes('blank.txt')`);
    const replacing = await dashboard.page.waitForSelector('input[aria-label="File that replaces blank.txt"]');
    await replacing?.uploadFile(...(await files({ 'other.txt': 'Now there is something to read.' })));
    await dashboard.shows('Ready');
    await dashboard.page.waitForFunction(`document.querySelector('main [role="status"]').textContent === '“blank.txt” is ready.'`);
    expect((await desk.api.rest('GET', '/v1/knowledge/documents')).body.data).toHaveLength(1);
    await dashboard.press('Delete blank.txt');
    await dashboard.press('Delete document');
    await dashboard.shows('Drop files here');
    expect((await desk.api.rest('GET', '/v1/knowledge/documents')).body.data).toEqual([]);
  });

  test('a file that people look at first leads to its approval, and is sent again once that is given', async () => {
    const desk = await newWorkshop(stage);
    const other = await newColleague(stage, desk, 'admin');
    const askDocuments = {
      id: 'ask-documents',
      effect: 'require_approval',
      when: { kind: ['knowledge.write'] },
      justification: 'four eyes',
    };
    await inForce(desk.api, [askDocuments, allowPolicy]);
    const dashboard = await desk.open('knowledge');
    await dashboard.shows('Drop files here');
    const input = await dashboard.page.waitForSelector('input[type="file"]');
    await input?.uploadFile(...(await files({ 'plan.txt': 'Soup on Mondays.' })));
    await dashboard.shows('Somebody has to approve it first.');
    const link = await dashboard.page.$eval('[role="alert"] a', ({ href }) => href);
    await vote(other.api, new URL(link).pathname.split('/').at(-1) ?? '', 'approve');
    await dashboard.press('Try again');
    await dashboard.shows('Ready');
    expect((await desk.api.rest('GET', '/v1/knowledge/documents')).body.data).toMatchObject([{ title: 'plan.txt' }]);
  });

  test('a file of a kind that is not taken is refused in words that say so', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('knowledge');
    await dashboard.shows('Drop files here');
    const input = await dashboard.page.waitForSelector('input[type="file"]');
    await input?.uploadFile(...(await files({ 'photo.png': Buffer.from('\u0089PNG\r\n\u001A\n\0', 'latin1') })));
    await dashboard.shows('Not sent');
    const text = await dashboard.text();
    expect(text).toContain('a PNG image; send PDF');
    expect(text).not.toContain('Try again');
  });
};
