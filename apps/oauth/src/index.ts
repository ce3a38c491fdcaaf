export { mountAccounts } from './mount-accounts.ts';
export type { AccountsDeps } from './mount-accounts.ts';
export { mountOauth } from './mount-oauth.ts';
export type { OauthDeps } from './mount-oauth.ts';
export { oauthConfig, oauthSettings } from './config.ts';
export type { OauthSettings } from './config.ts';
export type { OauthAppDeps } from './oauth-app.ts';
