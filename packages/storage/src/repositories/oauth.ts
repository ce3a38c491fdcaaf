import type { OauthRepositories } from '@cairn/auth';
import type { Session } from '../database/session.ts';
import type { MasterKeys } from '../sealing/master-keys.ts';
import { createConnectionRepository } from './oauth-connections.ts';
import { createOauthClientRepository } from './oauth-clients.ts';
import { createOauthKeyRepository } from './oauth-keys.ts';
import { createOauthRecordRepository } from './oauth-records.ts';
import { createDecisionTicketRepository } from './oauth-tickets.ts';

/** The master key seals client secrets and the server's own keys. */
export function createOauthRepositories(session: Session, masters: MasterKeys): OauthRepositories {
  return {
    clients: createOauthClientRepository(session, masters),
    records: createOauthRecordRepository(session),
    connections: createConnectionRepository(session),
    tickets: createDecisionTicketRepository(session),
    keys: createOauthKeyRepository(session, masters),
  };
}

export type { OauthRepositories };
