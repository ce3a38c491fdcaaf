import type { Suite } from '../product/stage.ts';
import { invitationSuite } from './invitations.ts';
import { memberSuite } from './members.ts';
import { ownAccountSuite } from './own-account.ts';
import { signUpSuite } from './sign-up.ts';
import { workspaceSuite } from './workspaces.ts';

/** What accounts, members, invitations and plans promise. */
export const suites: readonly Suite[] = [signUpSuite, ownAccountSuite, memberSuite, invitationSuite, workspaceSuite];
