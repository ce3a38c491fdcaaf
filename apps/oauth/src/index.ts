export { mountAccounts } from './mount-accounts.ts';
export type { AccountsDeps } from './accounts/accounts-deps.ts';
export { mountOauth } from './mount-oauth.ts';
export type { OauthDeps } from './mount-oauth.ts';
export type { OauthAppDeps } from './oauth-app.ts';
