import type { Page } from 'puppeteer-core';
import type { Account } from '../product/start-product.ts';

type Person = Pick<Account, 'email' | 'password'>;

/** The consent page as a person uses it: by what it says. */
export interface ConsentPage {
  readonly page: Page;
  /** The heading, once the page has one that is about something. */
  heading(): Promise<string>;
  /** Waits until the heading says that. */
  says(heading: string | RegExp): Promise<void>;
  /** All that it says, once it has something to say. */
  text(): Promise<string>;
  fill(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  options(label: string): Promise<readonly string[]>;
  press(name: string): Promise<void>;
  /** What it complains of, once it does. */
  notice(): Promise<string>;
  signIn(person: Person): Promise<void>;
}

export function consentPage(page: Page): ConsentPage {
  const says = async (heading: string | RegExp): Promise<void> => {
    const wanted = typeof heading === 'string' ? heading : heading.source;
    const test = typeof heading === 'string' ? 'text === wanted' : 'new RegExp(wanted).test(text)';
    await page.waitForFunction(
      `(() => {
        const wanted = ${JSON.stringify(wanted)};
        const text = document.querySelector('main[aria-busy="false"] h1')?.textContent ?? '';
        return ${test};
      })()`,
    );
  };
  const field = (label: string) => page.locator(`::-p-aria([name="${label}"])`);
  const select = (label: string): string => `select[id="${label.toLowerCase()}"]`;
  const press = (name: string): Promise<void> => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  const fill = (label: string, text: string): Promise<void> => field(label).fill(text);
  return {
    page,
    says,
    fill,
    press,
    async heading() {
      await says(/./);
      return page.$eval('main h1', textOf);
    },
    async text() {
      await says(/./);
      return page.$eval('main', textOf);
    },
    async choose(label, option) {
      const value = await page.$$eval(`${select(label)} option`, valueOf, option);
      await page.select(select(label), value);
    },
    options: (label) => page.$$eval(`${select(label)} option`, allTexts),
    async notice() {
      await page.waitForSelector('[role="alert"]:not(:empty)');
      return page.$eval('[role="alert"]', textOf);
    },
    async signIn({ email, password }) {
      await fill('E-mail', email);
      await fill('Password', password);
      await press('Sign in');
    },
  };
}

interface Node {
  readonly textContent: string | null;
}

// These run in the browser.
const textOf = (node: Node): string => node.textContent ?? '';
const allTexts = (nodes: readonly Node[]): string[] => nodes.map((node) => node.textContent ?? '');
const valueOf = (nodes: readonly (Node & { readonly value?: string })[], text: string): string =>
  nodes.find((node) => node.textContent === text)?.value ?? '';
