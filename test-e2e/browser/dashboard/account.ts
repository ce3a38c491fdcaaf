import { expect, test } from 'vitest';
import { postSignIn } from '../../product/person.ts';
import type { Suite } from '../stage.ts';
import { enter, opened, openedAs } from './dashboard-page.ts';

/** What people change of their own account. */
export const accountSuite: Suite = (stage) => {
  test('an e-mail is changed with the password, and one signs in with the new one', async () => {
    const somebody = await stage.newPerson();
    const email = `new-${somebody.email}`;
    const account = await openedAs(stage, somebody, { path: '/account' });
    await account.says('Account');
    await account.fill('New e-mail', email);
    await account.fill('Your password', 'not it at all');
    await account.press('Change e-mail');
    await account.shows('password is wrong');
    await account.fill('Your password', somebody.password);
    await account.press('Change e-mail');
    await account.shows('Your e-mail is changed.');
    expect((await postSignIn(stage.place.baseUrl, { ...somebody, email })).status).toBe(200);
    expect((await postSignIn(stage.place.baseUrl, somebody)).status).toBe(401);
  });

  test('an account is deleted with the password, and the back button brings nothing of it back', async () => {
    const somebody = await stage.newPerson();
    const account = await opened(stage);
    await enter(account, somebody);
    await account.says('Project settings');
    await account.page.goto(`${stage.place.appUrl}/account`);
    await account.says('Account');
    await account.press('Delete account');
    await account.fill('Your password, to confirm', 'not it at all');
    await account.press('Delete for good');
    await account.shows('password is wrong');
    await account.fill('Your password, to confirm', somebody.password);
    await account.press('Delete for good');
    await account.says('Sign in');
    await account.page.goBack();
    await account.says('Sign in');
    expect(await account.text()).not.toContain(somebody.email);
    expect((await postSignIn(stage.place.baseUrl, somebody)).status).toBe(401);
  });
};
