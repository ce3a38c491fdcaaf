import type {
  AccountRepository,
  AttemptCounting,
  Authenticator,
  InvitationViews,
  PasswordProofLimits,
  PasswordHasher,
  SessionRepository,
  SignInLimits,
  SignUpLimits,
  SignUpMode,
} from '@cairn/auth';
import type { HttpGuards } from '@cairn/service-kit';
import type { FailureRecorder } from './record-failures.ts';

/** What the calls about accounts work with. */
export interface AccountsDeps {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly invitations: InvitationViews;
  readonly authenticator: Authenticator;
  readonly passwords: PasswordHasher;
  readonly guards: Pick<HttpGuards, 'user' | 'rateLimit'>;
  readonly signUp: SignUpMode;
  /** Keeps calls that failed on the server. Default: nobody does. */
  readonly failed?: FailureRecorder | undefined;
  /** Where attempts are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
  /** Failed sign-ins and sessions that are let through. Default: those of @cairn/auth. */
  readonly signInLimits?: SignInLimits | undefined;
  /** Default: those of @cairn/auth. */
  readonly signUpLimits?: SignUpLimits | undefined;
  /** Default: those of @cairn/auth. */
  readonly passwordProofLimits?: PasswordProofLimits | undefined;
}
