import { expect, test } from 'vitest';
import { callerFor } from '../../product/caller.ts';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';
import type { DashboardPage, Desk } from './dashboard-page.ts';
import { at, judged } from './judging.ts';

interface Counted {
  readonly credential_kind: string;
  readonly count: number;
}

/** Waits until the server has counted what keys asked for; it is some seconds behind. */
const counted = async ({ api }: Desk, events: number): Promise<void> => {
  const ofKeys = async (): Promise<number> => {
    const { buckets } = (await api.rest('GET', '/v1/usage')).body as { buckets: readonly Counted[] };
    return buckets.filter(({ credential_kind: kind }) => kind === 'api_key').reduce((sum, { count }) => sum + count, 0);
  };
  await expect.poll(ofKeys, { timeout: 60_000, interval: 500 }).toBe(events);
};

/** What the legend of a picture says. */
const legendOf = (dashboard: DashboardPage, what: string): Promise<readonly string[]> =>
  dashboard.page.$$eval(`ul[aria-label="${what} by name"] li`, (all) =>
    all.map((each) => [...each.querySelectorAll('span')].map((part) => part.textContent).join(' ')),
  );

/** What the row of a thing says. */
const rowOf = (dashboard: DashboardPage, list: string, name: string): Promise<string> =>
  dashboard.page.$$eval(
    `ul[aria-label="${list}"] > li`,
    (all, wanted) => all.map((each) => (each as unknown as { innerText: string }).innerText).find((text) => text.includes(wanted)) ?? '',
    name,
  );

const titleOfPicture = (dashboard: DashboardPage, selector: string): Promise<string | null> =>
  dashboard.page.$eval(selector, (picture) => picture.getAttribute('aria-label'));

/** What a project used. */
export const usageSuite: Suite = (stage) => {
  test('requests show by key and tool, with the room that is left, and beside each key; everybody can use the page', async () => {
    const desk = await newDesk(stage, 'Counting house');
    const [laptop, bot] = [
      await desk.person.makeKey(desk.projectId, 'Laptop'),
      await desk.person.makeKey(desk.projectId, 'Bot <b>bold</b>'),
    ].map(({ secret }) => callerFor(stage.place.baseUrl, secret));
    await desk.person.makeKey(desk.projectId, 'Spare');
    await desk.api.rest('POST', '/v1/knowledge/documents', { title: 'Tides.md', content: 'The tide is out at six.' });
    for (const content of ['One.', 'Two.', 'Three.']) await laptop?.tool('save_memory', { content });
    for (let turn = 0; turn < 2; turn += 1) await bot?.tool('get_memories', {});
    // Looked at while the server counts.
    const quiet = await newDesk(stage, 'Quiet harbour');
    expect(await judged(quiet, stage, { 'usage-empty': at('usage', 'No agent asked for anything') })).toEqual([]);
    // Each call of a tool is a request as well.
    await counted(desk, 10);

    const dashboard = await desk.open('usage');
    await dashboard.shows('Bot <b>bold</b>');
    expect(await legendOf(dashboard, 'Requests')).toEqual(
      expect.arrayContaining(['Laptop 3', 'Bot <b>bold</b> 2', expect.stringMatching(/^People in the dashboard \d+$/)]),
    );
    expect(await legendOf(dashboard, 'Calls of tools')).toEqual(['save_memory 3', 'get_memories 2']);
    expect(await titleOfPicture(dashboard, '.plot svg[aria-label^="Calls"]')).toMatch(/^Calls of tools over the last 24 hours: 5 in all/);
    expect(await rowOf(dashboard, 'Rate limits', 'Laptop')).toMatch(/[\d,]+ left of [\d,]+, anew in /);
    expect(await dashboard.text()).toMatch(/Memories\s+3\b/);
    await dashboard.press('7 days');
    await dashboard.shows('in the last 7 days');
    expect(new URL(dashboard.page.url()).search).toBe('?span=week');
    await dashboard.page.focus('.chart summary');
    await dashboard.page.keyboard.press('Enter');
    await dashboard.page.waitForSelector('[aria-label="Requests over time"] tbody td');
    await dashboard.page.reload();
    await dashboard.shows('in the last 7 days');

    const keys = await desk.open('settings/mcp');
    await keys.page.waitForSelector('.sparkline');
    expect(await rowOf(keys, 'API keys', 'Laptop')).toMatch(/3 of [\d,]+ this hour, anew in /);
    expect(await rowOf(keys, 'API keys', 'Spare')).toMatch(/0 of [\d,]+ this hour/);
    const pictures = await keys.page.$$eval('.sparkline', (all) => all.map((each) => each.getAttribute('aria-label')));
    expect(pictures).toEqual([
      'No requests in the last 24 hours',
      expect.stringMatching(/^2 requests in the last 24 hours, at most [12] in an hour of [\d,]+$/),
      expect.stringMatching(/^3 requests in the last 24 hours, at most [123] in an hour of [\d,]+$/),
    ]);

    const gone = (await desk.api.rest('GET', '/v1/api-keys')).body.data.find(({ name }: { name: string }) => name.startsWith('Bot'));
    expect((await desk.api.rest('DELETE', `/v1/api-keys/${gone.id}`)).status).toBe(204);
    await dashboard.page.reload();
    await dashboard.shows('in the last 7 days');
    await dashboard.shows('Bot <b>bold</b>');

    const states = {
      usage: at('usage', 'in the last 24 hours'),
      'keys-used': at('settings/mcp', 'this hour'),
    };
    expect(await judged(desk, stage, states)).toEqual([]);
  });

  test('a project that nobody used says how to begin, and leads there', async () => {
    const desk = await newDesk(stage);
    const dashboard = await desk.open('usage');
    await dashboard.shows('No agent asked for anything in the last 24 hours');
    await dashboard.shows('No document waits.');
    await dashboard.press('30 days');
    await dashboard.shows('No agent asked for anything in the last 30 days');
    await dashboard.press('Connect a client', 'link');
    await dashboard.says('Project settings');
    expect(new URL(dashboard.page.url()).pathname).toBe(`/projects/${desk.projectId}/settings/mcp`);
  });
};
