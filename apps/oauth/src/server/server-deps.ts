import type { AttemptCounting, Authenticator, OauthRepositories } from '@cairn/auth';
import type { Logger } from '@cairn/service-kit';
import type { OauthSettings } from '../config.ts';
import type { Addresses } from './addresses.ts';

/** What the authorization server rests on, whatever keys it has. */
export interface ServerDeps {
  readonly repositories: Pick<OauthRepositories, 'clients' | 'records' | 'connections'>;
  readonly authenticator: Pick<Authenticator, 'settle'>;
  readonly settings: OauthSettings;
  readonly addresses: Addresses;
  readonly logger: Logger;
  readonly attempts: AttemptCounting;
  /** Sends what is fetched of clients that describe themselves. Default: the global `fetch`, to the internet alone. */
  readonly fetch?: typeof fetch;
}
