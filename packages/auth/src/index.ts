export { createAccessTokenText } from './access-token.ts';
export { addressBucket } from './address-bucket.ts';
export { apiKeyFault, createApiKeySecret, keySecretOf } from './api-key.ts';
export { AttemptLimiter, countedHere } from './attempt-limiter.ts';
export type { AttemptCounting, AttemptLimit, Attempts } from './attempt-limiter.ts';
export { createAuthenticator } from './authenticator.ts';
export type { Authenticator, AuthenticatorOptions, Refusal } from './authenticator.ts';
export type { Erasure, ErasureReceipt, ErasureRepository } from './erasure.ts';
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
export { may, mayGive } from './rights.ts';
export type { Right } from './rights.ts';
export { hashSecret } from './secret-hash.ts';
export { createSignIn } from './sign-in.ts';
export type { SignedIn, SignIn, SignInLimits, SignInOptions, SignInRequest } from './sign-in.ts';
export { createSessionToken, sessionIdleSeconds } from './session-token.ts';
export { createOperatorCheck } from './operator-token.ts';
export type { OperatorCheck } from './operator-token.ts';
export { createInvitationLook } from './invitation-look.ts';
export type { InvitationLook } from './invitation-look.ts';
export { invitationError } from './invitation-refusals.ts';
export { createInvitationToken, invitationDays, invitationHash, invitationLink } from './invitation-token.ts';
export { createAccountRemoval } from './account-removal.ts';
export { createEmailChange } from './email-change.ts';
export { createPasswordProof } from './password-proof.ts';
export type { PasswordProofLimits } from './password-proof.ts';
export { createPasswordChange } from './password-change.ts';
export type { PasswordChange } from './password-change.ts';
export { createPasswordReset } from './password-reset.ts';
export type { PasswordReset } from './password-reset.ts';
export { createSignUp } from './sign-up.ts';
export type { SignUp, SignUpLimits, SignUpMode, SignUpRequest } from './sign-up.ts';
export type {
  AccountRepository,
  InvitationRefusal,
  InvitationView,
  InvitationViews,
  Membership,
  NewAccount,
  NewSession,
  PersonSession,
  SessionRepository,
  User,
} from './account-ports.ts';
export { directoryLimits } from './directory-ports.ts';
export type {
  Directory,
  DirectoryRefusal,
  IdempotentDirectory,
  Invitation,
  InvitationRepository,
  Member,
  MemberName,
  MemberRepository,
  NewInvitation,
  OperatorRepository,
  OperatorWorkspace,
  Project,
  Workspace,
  WorkspaceRepository,
} from './directory-ports.ts';
export type {
  ApiKey,
  ApiKeyRepository,
  Bootstrap,
  BootstrapRepository,
  CredentialRepository,
  KeySecret,
  PasswordHasher,
  PersonActor,
  SessionUser,
} from './ports.ts';
