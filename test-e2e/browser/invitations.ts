import { describe, expect, test } from 'vitest';
import { callerFor } from '../product/caller.ts';
import { postSignIn, signIn } from '../product/person.ts';
import { consentPage } from './consent-page.ts';
import type { ConsentPage } from './consent-page.ts';
import { dashboardPage } from './dashboard/dashboard-page.ts';
import type { DashboardPage } from './dashboard/dashboard-page.ts';
import type { Somebody, Stage, Suite } from './stage.ts';

/** The link of a new invitation to the first person's workspace. */
export async function invite(stage: Stage, given: { readonly role: string; readonly email?: string }): Promise<string> {
  const { token, workspaceId } = await signIn(stage.place.product);
  const answer = await callerFor(stage.place.baseUrl, token).rest('POST', `/v1/workspaces/${workspaceId}/invitations`, given);
  expect(answer.status).toBe(201);
  return answer.body.url;
}

/** The page that a link leads to, in a tab of its own. */
export async function followed(stage: Stage, link: string): Promise<ConsentPage> {
  const { page } = await stage.newTab();
  await page.goto(link);
  return consentPage(page);
}

/** The dashboard, to which who has joined goes on in the same tab, signed in. */
async function goneOn({ page }: ConsentPage): Promise<DashboardPage> {
  await page.locator('::-p-aria([name="Open Cairn"][role="link"])').click();
  return dashboardPage(page);
}

/** What people do who were sent the link of an invitation. */
export const invitationSuite: Suite = (stage) => {
  const rolesOf = async (person: Somebody): Promise<string[]> => {
    const { session_token: token } = (await postSignIn(stage.place.baseUrl, person)).body;
    const { workspaces } = (await callerFor(stage.place.baseUrl, token).rest('GET', '/auth/me')).body;
    return workspaces.map(({ role }: { role: string }) => role);
  };

  test('somebody new makes an account and is in', async () => {
    const link = await invite(stage, { role: 'member' });
    expect(new URL(link).origin).toBe(new URL(stage.place.appUrl).origin);
    const page = await followed(stage, link);
    const errors: string[] = [];
    page.page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    await page.says(/^Join /);
    expect(await page.text()).toContain(`${stage.ada.email} invites you to this workspace. As a member`);
    const person = { email: 'charles@example.org', password: 'engines of brass and steam' };
    await page.fill('E-mail', person.email);
    await page.fill('Password', person.password);
    await page.press('Create an account');
    await page.says(/^You are in /);
    expect(await rolesOf(person)).toEqual(['member']);
    expect(errors).toEqual([]);
    const dashboard = await goneOn(page);
    await dashboard.says('Project settings');
    expect(await dashboard.text()).toContain(person.email);
  });

  test('somebody with an account signs in and joins, once', async () => {
    const person = await stage.newPerson();
    const link = await invite(stage, { role: 'viewer' });
    const page = await followed(stage, link);
    await page.says(/^Join /);
    await page.press('Sign in');
    await page.signIn(person);
    await page.press('Join');
    await page.says(/^You are in /);
    expect((await rolesOf(person)).toSorted()).toEqual(['owner', 'viewer']);
    const dashboard = await goneOn(page);
    await dashboard.says('Projects');
    const { workspaceId } = await signIn(stage.place.product);
    expect(new URL(dashboard.page.url()).pathname).toBe(`/workspaces/${workspaceId}/projects`);
    expect(await (await followed(stage, link)).heading()).toBe('This invitation has ended');
  });

  test('somebody who is in already is told so, and the invitation stays', async () => {
    const link = await invite(stage, { role: 'member' });
    const page = await followed(stage, link);
    await page.says(/^Join /);
    await page.press('Sign in');
    await page.signIn(stage.ada);
    await page.press('Join');
    expect(await page.notice()).toMatch(/^You are a member already/);
    expect(await (await followed(stage, link)).heading()).toMatch(/^Join /);
  });

  test('somebody whom it is not for can change accounts', async () => {
    const [invited, other] = [await stage.newPerson(), await stage.newPerson()];
    const page = await followed(stage, await invite(stage, { role: 'member', email: invited.email }));
    expect(await page.text()).toContain('for one e-mail address');
    await page.press('Sign in');
    await page.signIn(other);
    await page.press('Join');
    expect(await page.notice()).toBe('This invitation is for another e-mail address. Use that one.');
    await page.press('Use another account');
    await page.signIn(invited);
    await page.press('Join');
    await page.says(/^You are in /);
  });

  describe('a link that is none', () => {
    test.each(['', '#', '#cairn_invitation_x', '#%3Cimg%20src=x%3E'])('with %j behind it leads nowhere', async (end) => {
      const page = await followed(stage, `${stage.place.appUrl}/invitation${end}`);
      expect(await page.heading()).toMatch(/^(Nothing to join here|This invitation has ended)$/);
    });
  });
};
