import { launch } from 'puppeteer-core';
import type { BrowserContext, Page } from 'puppeteer-core';
import { findChromium } from './chromium.ts';

/** One browser for the tests of a file. */
export interface TestBrowser {
  /** A browser of somebody's own: no cookie, storage or cache is shared with another one. All that it asks goes by the proxy, if there is one. */
  newProfile(proxy?: string): Promise<Profile>;
  close(): Promise<void>;
}

export interface Profile {
  newTab(): Promise<Tab>;
  /** A tab that a page opened, once its address has that path. */
  tabAt(path: string): Promise<Page>;
  close(): Promise<void>;
}

/** How a tab looks at pages. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

export interface Tab {
  readonly page: Page;
  /** What went wrong in its pages: scripts that threw, policies that were broken, dialogs that opened. */
  readonly faults: readonly string[];
}

/**
 * No sandbox: root, and many a container, cannot have one, and only the product's own pages are opened. No `/dev/shm`: containers have
 * too little of it.
 */
const flags = ['--no-sandbox', '--disable-dev-shm-usage'];

/** Starts the browser. */
export async function openBrowser(): Promise<TestBrowser> {
  const { program, env } = await findChromium();
  const browser = await launch({ executablePath: program, env: { ...process.env, ...env }, headless: 'shell', args: flags });
  return {
    async newProfile(proxy) {
      // A browser spares proxies what is on its own machine, unless it is told not to.
      const context = await browser.createBrowserContext(
        proxy === undefined ? {} : { proxyServer: proxy, proxyBypassList: ['<-loopback>'] },
      );
      return {
        newTab: () => newTab(context),
        tabAt: (path) => tabAt(context, path),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

async function tabAt(context: BrowserContext, path: string): Promise<Page> {
  const target = await context.waitForTarget((found) => URL.canParse(found.url()) && new URL(found.url()).pathname === path);
  const page = await target.page();
  if (page === null) throw new Error(`what is at ${path} is no page`);
  return page;
}

/** Makes a tab look that way from now on. */
export async function look(page: Page, { width = 1280, height = 900, scheme = 'light' }: View = {}): Promise<void> {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
}

async function newTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  await look(page);
  // Machines that run many suites at once are slow.
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`threw: ${String(error)}`));
  page.on('console', (message) => {
    if (/content security policy|trusted type/i.test(message.text())) faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}
