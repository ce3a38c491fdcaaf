import { expect, test } from 'vitest';
import { look } from '../browser.ts';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';

const word = 'W'.repeat(180);
const pages = {
  memories: '.memory',
  knowledge: 'main li.entry',
  tasks: 'main li.entry',
  agents: 'main li.entry',
  'settings/mcp': 'main li.entry',
};

/** That no word is wider than the page that it stands on. */
export const longWordSuite: Suite = (stage) => {
  test('a word that is wider than a list is broken or cut, at 360 and at 1280 pixels', async () => {
    const desk = await newDesk(stage);
    const plan = { steps: [{ id: 'look', kind: 'memory.search', input: { query: 'words' } }] };
    const made = [
      await desk.api.rest('POST', '/v1/memories', { content: word, agent_id: 'wide', agent_name: word }),
      await desk.api.rest('POST', '/v1/knowledge/documents', { title: word, content: 'Some words.' }),
      await desk.api.rest('POST', '/v1/tasks', { goal: word, plan }),
      await desk.api.rest('POST', '/v1/agents', { name: 'Wide', description: word, instructions: 'Look.' }),
      await desk.api.rest('POST', '/v1/api-keys', { name: word.slice(0, 64) }),
    ];
    expect(made.filter(({ status }) => status >= 300)).toEqual([]);
    const { page } = await desk.open('memories');
    for (const [path, entry] of Object.entries(pages)) {
      await page.goto(desk.addressOf(path));
      await page.waitForSelector(entry);
      for (const width of [360, 1280]) {
        await look(page, { width });
        expect([path, width, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, width, true]);
      }
    }
  });
};
