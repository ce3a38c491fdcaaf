export { createAccessTokenText } from './access-token.ts';
export { addressBucket } from './address-bucket.ts';
export { apiKeyFault, createApiKeySecret, keySecretOf } from './api-key.ts';
export { AttemptLimiter } from './attempt-limiter.ts';
export type { AttemptLimit } from './attempt-limiter.ts';
export { createAuthenticator } from './authenticator.ts';
export type { Authenticator, AuthenticatorOptions, Refusal } from './authenticator.ts';
export { connectionOwner } from './connection-owner.ts';
export type {
  ClientMetadata,
  ConnectionActor,
  ConnectionRepository,
  Decision,
  DecisionTicketRepository,
  NewAccessToken,
  NewConnection,
  OauthClientRepository,
  OauthConnection,
  OauthKeyRepository,
  OauthKeySet,
  OauthRecord,
  OauthRecordRepository,
  OauthRepositories,
  StoredRecord,
} from './oauth-ports.ts';
export { parseCredential } from './parse-credential.ts';
export type { CredentialShape } from './parse-credential.ts';
export { defaultPlanLimits } from './plans.ts';
export type { PlanLimits } from './plans.ts';
export { presentedCredential } from './presented-credential.ts';
export type { CredentialInput, PresentedCredential } from './presented-credential.ts';
export { may } from './rights.ts';
export type { Right } from './rights.ts';
export { hashSecret } from './secret-hash.ts';
export { createSignIn } from './sign-in.ts';
export type { SignedIn, SignIn, SignInLimits, SignInOptions, SignInRequest } from './sign-in.ts';
export { createSessionToken, sessionIdleSeconds } from './session-token.ts';
export type {
  AccountRepository,
  ApiKey,
  ApiKeyRepository,
  Bootstrap,
  BootstrapRepository,
  CredentialRepository,
  Directory,
  IdempotentDirectory,
  KeySecret,
  Membership,
  PasswordHasher,
  Project,
  SessionUser,
  User,
  Workspace,
  WorkspaceRepository,
} from './ports.ts';
