import type { Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import { postSignIn, signIn } from '../../product/person.ts';
import type { Person } from '../../product/person.ts';
import type { Profile } from '../browser.ts';
import type { Somebody, Stage } from '../stage.ts';

/** The dashboard as a person uses it: by what it says. */
export interface DashboardPage {
  readonly page: Page;
  /** Waits until the page has that heading. */
  says(heading: string): Promise<void>;
  /** Waits until that text is somewhere to be read. */
  shows(text: string): Promise<void>;
  /** Waits until that text is nowhere any more. */
  hides(text: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  press(name: string, role?: 'button' | 'link'): Promise<void>;
  text(): Promise<string>;
}

export function dashboardPage(page: Page): DashboardPage {
  const textIs = (test: string, text: string): Promise<unknown> =>
    page.waitForFunction(`(() => { const text = document.body.innerText; const wanted = ${JSON.stringify(text)}; return ${test}; })()`);
  return {
    page,
    async says(heading) {
      await page.waitForFunction(`document.querySelector('h1')?.textContent === ${JSON.stringify(heading)}`);
    },
    async shows(text) {
      await textIs('text.includes(wanted)', text);
    },
    async hides(text) {
      await textIs('!text.includes(wanted)', text);
    },
    fill: (label, text) => page.locator(`::-p-aria([name="${label}"])`).fill(text),
    press: (name, role = 'button') => page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click(),
    text: async () => String(await page.evaluate('document.body.innerText')),
  };
}

interface Opening {
  readonly path?: string;
  readonly profile?: Profile;
}

/** A tab at an address of the dashboard, with nobody signed in. */
export async function opened(stage: Stage, { path = '/', profile }: Opening = {}): Promise<DashboardPage> {
  const { page } = await stage.newTab(profile && { profile });
  await page.goto(`${stage.place.appUrl}${path}`);
  return dashboardPage(page);
}

/** Fills in the door. */
export async function enter(dashboard: DashboardPage, { email, password }: Somebody): Promise<void> {
  await dashboard.fill('E-mail', email);
  await dashboard.fill('Password', password);
  await dashboard.press('Sign in');
}

/** A project of its own for a test, and the person of the first account, who is signed in there. */
export interface Desk {
  readonly person: Person;
  readonly projectId: string;
  readonly api: ReturnType<Person['in']>;
  /** A tab at a page of the project, or of the whole app when the path begins with a slash. */
  open(path: string): Promise<DashboardPage>;
}

export async function newDesk(stage: Stage, name = 'Test bench'): Promise<Desk> {
  const person = await signIn(stage.place.product);
  const projectId = await person.makeProject(name);
  const api = person.in(projectId);
  onTestFinished(async () => void (await api.rest('DELETE', `/v1/projects/${projectId}`)));
  return {
    person,
    projectId,
    api,
    open: (path) => openedAs(stage, stage.ada, path.startsWith('/') ? path : `/projects/${projectId}/${path}`),
  };
}

/** A tab of somebody who is signed in already. */
export async function openedAs(stage: Stage, somebody: Somebody, path: string): Promise<DashboardPage> {
  const { session_token: token, user } = (await postSignIn(stage.place.baseUrl, somebody)).body;
  const { page } = await stage.newTab();
  const session = JSON.stringify({ token, person: { id: user.id, email: user.email } });
  await page.evaluateOnNewDocument(`sessionStorage.setItem('cairn.session', ${JSON.stringify(session)})`);
  await page.goto(`${stage.place.appUrl}${path}`);
  return dashboardPage(page);
}
