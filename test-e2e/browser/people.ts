import { expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import { postSignIn } from '../product/person.ts';
import type { ConsentPage } from './consent-page.ts';
import { followed, invite } from './invitations.ts';
import type { OauthApp } from './oauth-app.ts';
import type { Suite } from './stage.ts';

/** People who come to the page, alone and after each other. */
export const peopleSuite: Suite = (stage) => {
  const connectionsOf = async (person: { email: string; password: string }): Promise<unknown[]> => {
    const { session_token: token } = (await postSignIn(stage.place.baseUrl, person)).body;
    return (await callerFor(stage.place.baseUrl, token).rest('GET', '/oauth/connections')).body.data;
  };
  /** Allows, and lets the app take its token. */
  const allow = async (page: ConsentPage, app: OauthApp): Promise<void> => {
    await page.says(/^Connect/);
    const answer = app.answer();
    await page.press('Allow');
    expect((await app.exchange((await answer).get('code') ?? '')).status).toBe(200);
  };

  test('two in one browser each connect an app of their own', async () => {
    const profile = await stage.newProfile();
    const [first, second] = [await stage.newPerson(), await stage.newPerson()];
    for (const [person, name] of [
      [first, 'Of the first'],
      [second, 'Of the second'],
    ] as const) {
      const app = await stage.newApp({ name });
      const page = await stage.asked(app, { profile });
      await page.signIn(person);
      await allow(page, app);
    }
    expect(await connectionsOf(first)).toMatchObject([{ client: { name: 'Of the first' } }]);
    expect(await connectionsOf(second)).toMatchObject([{ client: { name: 'Of the second' } }]);
  });

  test('somebody who is signed in as another gets to be themselves', async () => {
    const other = await stage.newPerson();
    const page = await stage.asked(await stage.newApp());
    await page.signIn(stage.ada);
    await page.says(/^Connect/);
    expect(await page.text()).toContain(`Signed in as ${stage.ada.email}`);
    const token = await page.page.evaluate("JSON.parse(sessionStorage.getItem('cairn.session')).token");
    await page.press('Use another account');
    await page.says(/^Sign in/);
    expect((await callerFor(stage.place.baseUrl, String(token)).rest('GET', '/auth/me')).status).toBe(401);
    await page.signIn(other);
    await page.says(/^Connect/);
    expect(await page.text()).toContain(`Signed in as ${other.email}`);
  });

  test('somebody without an account makes one and connects', async () => {
    const app = await stage.newApp();
    const page = await stage.asked(app);
    await page.says(/^Sign in/);
    await page.press('Create an account');
    await page.says(/^Create an account/);
    await page.fill('E-mail', 'grace@example.org');
    await page.fill('Password', 'password');
    await page.press('Create an account');
    expect(await page.notice()).toMatch(/^The password .*choose another\.$/);
    await page.fill('Password', 'four tall ships at dawn');
    await page.press('Create an account');
    await allow(page, app);
  });

  test('somebody whose e-mail is taken is told how to go on, and no more', async () => {
    const page = await stage.asked(await stage.newApp());
    await page.says(/^Sign in/);
    await page.press('Create an account');
    await page.says(/^Create an account/);
    await page.fill('E-mail', stage.ada.email);
    await page.fill('Password', 'four tall ships at dawn');
    await page.press('Create an account');
    expect(await page.notice()).toBe('If that e-mail has an account already, sign in with its own password.');
  });

  test('somebody without a project makes one and connects the app to it', async () => {
    const person = await stage.newPerson();
    const { session_token: token } = (await postSignIn(stage.place.baseUrl, person)).body;
    const caller = callerFor(stage.place.baseUrl, token);
    const [workspace] = (await caller.rest('GET', '/auth/me')).body.workspaces;
    for (const { id } of workspace.projects) {
      const removed = await callerFor(stage.place.baseUrl, token, { 'x-service-project-id': id }).rest('DELETE', `/v1/projects/${id}`);
      expect(removed.status).toBeLessThan(300);
    }
    const app = await stage.newApp();
    const page = await stage.asked(app);
    await page.signIn(person);
    await page.says('Create your first project');
    await page.fill('Name of the project', 'Garden');
    await page.press('Create project');
    await page.says(/^Connect/);
    expect(await page.options('Project')).toEqual(['Garden']);
    await allow(page, app);
    expect(await connectionsOf(person)).toMatchObject([{ project: { name: 'Garden' } }]);
  });

  test('somebody with projects makes one more, and finds it chosen', async () => {
    const page = await stage.asked(await stage.newApp());
    await page.signIn(await stage.newPerson());
    await page.says(/^Connect/);
    await page.press('New project');
    await page.says('New project');
    await page.press('Back');
    await page.says(/^Connect/);
    await page.press('New project');
    await page.says('New project');
    await page.fill('Name of the project', 'Orchard');
    await page.press('Create project');
    await page.says(/^Connect/);
    expect(await page.page.$eval('#project option:checked', (option) => option.textContent)).toBe('Orchard');
  });

  test('somebody who may only read in a workspace is told that an app will do no more there', async () => {
    const person = await stage.newPerson();
    const invitation = await followed(stage, await invite(stage, { role: 'viewer' }));
    await invitation.says(/^Join /);
    await invitation.press('Sign in');
    await invitation.signIn(person);
    await invitation.press('Join');
    await invitation.says(/^You are in /);
    const page = await stage.asked(await stage.newApp());
    await page.signIn(person);
    await page.says(/^Connect/);
    expect(await page.text()).toContain('Save new memories');
    const { session_token: token } = (await postSignIn(stage.place.baseUrl, person)).body;
    const { workspaces } = (await callerFor(stage.place.baseUrl, token).rest('GET', '/auth/me')).body;
    for (const { id, role } of workspaces) {
      await page.page.select('#workspace', id);
      expect([role, (await page.text()).includes('Save new memories')]).toEqual([role, role === 'owner']);
    }
    expect(workspaces).toHaveLength(2);
  });
};
