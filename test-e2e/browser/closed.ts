import { expect, test } from 'vitest';
import { followed, invite } from './invitations.ts';
import type { Suite } from './stage.ts';

/** What people meet on a server where nobody makes an account unasked. */
export const closedSuite: Suite = (stage) => {
  test('where sign-up is closed, no account is offered, and an invitation makes one', async () => {
    const person = { email: 'mary@example.org', password: 'mechanism of the heavens' };
    const page = await stage.asked(await stage.newApp());
    await page.says(/^Sign in/);
    expect(await page.text()).not.toContain('Create an account');

    const invitation = await followed(stage, await invite(stage, { role: 'member' }));
    await invitation.says(/^Join /);
    await invitation.fill('E-mail', person.email);
    await invitation.fill('Password', person.password);
    await invitation.press('Create an account');
    await invitation.says(/^You are in /);

    await page.signIn(person);
    await page.says(/^Connect/);
  });
};
