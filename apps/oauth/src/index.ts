export { mountAccounts } from './mount-accounts.ts';
export type { AccountsDeps } from './accounts/accounts-deps.ts';
export { signUpConfig, signUpSettings } from './accounts/sign-up-settings.ts';
export { mountOauth } from './mount-oauth.ts';
export type { OauthDeps } from './mount-oauth.ts';
export { oauthConfig, oauthSettings } from './config.ts';
export type { OauthSettings } from './config.ts';
export type { OauthAppDeps } from './oauth-app.ts';
