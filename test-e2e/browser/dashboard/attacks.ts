import { expect, test } from 'vitest';
import { signIn } from '../../product/person.ts';
import type { Suite } from '../stage.ts';
import { newDesk } from './dashboard-page.ts';

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
      const dashboard = await desk.open(path);
      await dashboard.shows(sign);
      if (!path.startsWith('/account') && !path.includes('%')) await dashboard.shows('<img src=x');
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
