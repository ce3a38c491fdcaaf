import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { call } from '../product/caller.ts';
import { openBrowser } from './browser.ts';
import type { Profile, Tab, TestBrowser } from './browser.ts';
import { consentPage } from './consent-page.ts';
import type { ConsentPage } from './consent-page.ts';
import { startApp } from './oauth-app.ts';
import type { AppOptions, OauthApp } from './oauth-app.ts';
import { buildPlace } from './place.ts';
import type { Place, PlaceOptions } from './place.ts';

/** Somebody with an account. */
export interface Somebody {
  readonly email: string;
  readonly password: string;
}

/** What the tests of one file share: a started product and a browser. What a test opens on it is closed with the test. */
export interface Stage {
  readonly place: Place;
  /** The person of the first account. */
  readonly ada: Somebody;
  newProfile(proxy?: string): Promise<Profile>;
  /** A tab. Each has to end without a fault. */
  newTab(options?: In): Promise<Tab>;
  newApp(options?: Omit<AppOptions, 'baseUrl'>): Promise<OauthApp>;
  /** Makes an account. */
  newPerson(): Promise<Somebody>;
  /** The consent page on a request of an app, in a new tab. */
  asked(app: OauthApp, options?: In): Promise<ConsentPage>;
}

/** Whose browser; one of its own by default. */
interface In {
  readonly profile?: Profile;
}

export type Suite = (stage: Stage) => void;

/** Runs suites over a product whose pages are in that place. */
export function onPlace(where: PlaceOptions, suites: readonly Suite[]): void {
  describe(`with its pages on ${where.kind}`, () => {
    let place: Place | undefined;
    let browser: TestBrowser | undefined;
    const tabs: Tab[] = [];
    beforeAll(async () => {
      [place, browser] = await Promise.all([buildPlace(where), openBrowser()]);
    });
    afterEach(() => {
      expect(tabs.splice(0).flatMap(({ faults }) => faults)).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await place?.remove();
    });

    const stage: Stage = {
      get place() {
        return there(place);
      },
      get ada() {
        return there(place).product.account;
      },
      async newProfile(proxy) {
        const profile = await there(browser).newProfile(proxy);
        onTestFinished(() => profile.close());
        return profile;
      },
      async newTab({ profile } = {}) {
        const tab = await (profile ?? (await stage.newProfile())).newTab();
        tabs.push(tab);
        return tab;
      },
      async newApp(options) {
        const app = await startApp({ baseUrl: there(place).baseUrl, ...options });
        onTestFinished(() => app.close());
        return app;
      },
      newPerson: () => signUp(there(place).baseUrl),
      async asked(app, options) {
        const { page } = await stage.newTab(options);
        await page.goto(app.authorizeUrl);
        return consentPage(page);
      },
    };
    for (const suite of suites) suite(stage);
  });
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the stage is set once the tests run, not while they are told');
  return value;
}

async function signUp(baseUrl: string): Promise<Somebody> {
  const somebody = { email: `${randomBytes(6).toString('hex')}@example.org`, password: randomBytes(12).toString('base64url') };
  const answer = await call(`${baseUrl}/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(somebody),
  });
  if (answer.status !== 201) throw new Error(`no account could be made: ${answer.status} ${answer.text}`);
  return somebody;
}
