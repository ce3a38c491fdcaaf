import type { Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import { callerFor } from '../../product/caller.ts';
import { postSignIn, signIn } from '../../product/person.ts';
import type { Person } from '../../product/person.ts';
import type { Profile } from '../browser.ts';
import type { Place } from '../place.ts';
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
    page.waitForFunction(`(() => { const text = document.body.innerText; const wanted = ${JSON.stringify(text)}; return ${test}; })()`, {
      // Each frame is too often: the whole page is read.
      polling: 40,
    });
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
  /** Of a page of the project, or of the whole app when the path begins with a slash. */
  addressOf(path: string): string;
  /** A tab at a page of the project, or of the whole app when the path begins with a slash. */
  open(path: string, options?: Opened): Promise<DashboardPage>;
}

export async function newDesk(stage: Stage, name = 'Test bench'): Promise<Desk> {
  const person = await firstPerson(stage);
  const projectId = await person.makeProject(name);
  const api = person.in(projectId);
  onTestFinished(async () => void (await api.rest('DELETE', `/v1/projects/${projectId}`)));
  const below = (path: string): string => (path.startsWith('/') ? path : `/projects/${projectId}/${path}`);
  return {
    person,
    projectId,
    api,
    addressOf: (path) => `${stage.place.appUrl}${below(path)}`,
    open: (path, options) => openedAs(stage, stage.ada, { path: below(path), ...options }),
  };
}

/** The person of the first account, who signs in once for all tests of a place. */
async function firstPerson({ place }: Stage): Promise<Person> {
  const known = people.get(place);
  if (known && (await known.in(known.firstProjectId).rest('GET', '/auth/me')).status === 200) return known;
  const person = await signIn(place.product);
  people.set(place, person);
  return person;
}

const people = new WeakMap<Place, Person>();

export interface Opened {
  /** Whether what the page does every so often, such as looking for news, comes ten times as often. */
  readonly isHurried?: boolean;
}

/** Toasts are shorter than that, and stay as long as they do. */
const hurrying = `(() => {
  const inTime = setTimeout;
  window.setTimeout = (work, ms, ...rest) => inTime(work, ms > 7500 ? ms / 10 : ms, ...rest);
})()`;

/** Counts what the page has asked the server for and not been answered yet. */
const counting = `(() => {
  const ask = fetch;
  window.unanswered = 0;
  window.fetch = (...asked) => {
    window.unanswered += 1;
    return ask(...asked).finally(() => (window.unanswered -= 1));
  };
})()`;

/** Waits until the page has shown all that it asked for: nothing is on its way for some looks in a row. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate('void (window.quietLooks = 0)');
  await page.waitForFunction('(window.quietLooks = window.unanswered ? 0 : window.quietLooks + 1) > 3', { polling: 40 });
}

/** A tab of somebody who is signed in already. Their tabs of one test are of one browser. */
export async function openedAs(
  stage: Stage,
  somebody: Somebody,
  { path, isHurried = false }: Opened & { readonly path: string },
): Promise<DashboardPage> {
  const { token, user } = await sessionOf(stage, somebody);
  const { page } = await stage.newTab({ profile: await profileOf(stage, somebody) });
  const session = JSON.stringify({ token, person: { id: user.id, email: user.email } });
  await page.evaluateOnNewDocument(`sessionStorage.setItem('cairn.session', ${JSON.stringify(session)})`);
  await page.evaluateOnNewDocument(counting);
  if (isHurried) await page.evaluateOnNewDocument(hurrying);
  await page.goto(`${stage.place.appUrl}${path}`);
  return dashboardPage(page);
}

interface SignedIn {
  readonly token: string;
  readonly user: { readonly id: string; readonly email: string };
}

const sessions = new WeakMap<Place, Map<string, SignedIn>>();

/** A session of somebody; the one of before while it holds: hashing passwords takes its time. */
export async function sessionOf({ place }: Stage, somebody: Somebody): Promise<SignedIn> {
  const known = sessions.get(place) ?? new Map<string, SignedIn>();
  sessions.set(place, known);
  const last = known.get(somebody.email);
  if (last && (await callerFor(place.baseUrl, last.token).rest('GET', '/auth/me')).status === 200) return last;
  const { session_token: token, user } = (await postSignIn(place.baseUrl, somebody)).body;
  known.set(somebody.email, { token, user });
  return { token, user };
}

const profiles = new Map<string, Profile>();

async function profileOf(stage: Stage, { email }: Somebody): Promise<Profile> {
  const known = profiles.get(email);
  if (known) return known;
  const profile = await stage.newProfile();
  profiles.set(email, profile);
  onTestFinished(() => void profiles.delete(email));
  return profile;
}
