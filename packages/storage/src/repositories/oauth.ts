import type { OauthRepositories } from '@cairn/auth';
import type { Session } from '../database/session.ts';
import { createConnectionRepository } from './oauth-connections.ts';
import { createOauthClientRepository } from './oauth-clients.ts';
import { createOauthKeyRepository } from './oauth-keys.ts';
import { createOauthRecordRepository } from './oauth-records.ts';
import { createDecisionTicketRepository } from './oauth-tickets.ts';

/** `sealKey` seals client secrets and the server's own keys. */
export function createOauthRepositories(session: Session, sealKey: Uint8Array): OauthRepositories {
  return {
    clients: createOauthClientRepository(session, sealKey),
    records: createOauthRecordRepository(session),
    connections: createConnectionRepository(session),
    tickets: createDecisionTicketRepository(session),
    keys: createOauthKeyRepository(session, sealKey),
  };
}

export type { OauthRepositories };
