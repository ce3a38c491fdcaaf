export { mountAccounts } from './mount-accounts.ts';
export type { AccountsDeps } from './mount-accounts.ts';
export type { OauthAppDeps } from './oauth-app.ts';
