import type { AccountRepository, BootstrapRepository, CredentialRepository, IdempotentDirectory } from '@cairn/auth';
import type { IdempotentStores, IngestionRepository, Outbox, Stores } from '@cairn/core';
import type { Database } from './database/open.ts';
import { poolSession, transactionSession, type Session } from './database/session.ts';
import { createAccountRepository } from './repositories/accounts.ts';
import { createBootstrapRepository } from './repositories/bootstrap.ts';
import { createCredentialRepository } from './repositories/credentials.ts';
import { createDirectory } from './repositories/directory.ts';
import { createDocumentRepository } from './repositories/documents.ts';
import { createHousekeeping, type Housekeeping } from './repositories/housekeeping.ts';
import { once } from './repositories/idempotency.ts';
import { createIngestionRepository } from './repositories/ingestion.ts';
import { createMemoryRepository } from './repositories/memories.ts';
import { createOutbox } from './repositories/outbox.ts';
import { createPassageIndex } from './repositories/passage-index.ts';
import { enterInstallation } from './sealing/installation.ts';
import { createProjectKeys, type ProjectKeys } from './sealing/project-keys.ts';
import { subkey } from './sealing/term-hash.ts';

/** Every repository over one database. An app takes what it needs. */
export interface Repositories {
  /** Keeps this installation apart from others on servers that they share, such as one Redis. */
  readonly installationId: string;
  readonly stores: IdempotentStores;
  readonly credentials: CredentialRepository;
  readonly accounts: AccountRepository;
  readonly directory: IdempotentDirectory;
  readonly bootstrap: BootstrapRepository;
  readonly ingestion: IngestionRepository;
  readonly outbox: Outbox;
  readonly housekeeping: Housekeeping;
}

/**
 * `masterKey`: 32 bytes; it wraps the projects' data keys and never reaches the database.
 * @throws WrongMasterKey when the database was sealed under another one.
 */
export async function openRepositories(database: Database, masterKey: Uint8Array): Promise<Repositories> {
  const session = poolSession(database.app);
  const installationId = await enterInstallation(session, subkey(masterKey, 'cairn check v1'));
  const keys = createProjectKeys(subkey(masterKey, 'cairn wrap v1'));
  return {
    installationId,
    stores: idempotentStores(session, keys),
    credentials: createCredentialRepository(session),
    accounts: createAccountRepository(session),
    directory: createDirectory(session, keys, subkey(masterKey, 'cairn user answers v1')),
    bootstrap: createBootstrapRepository(session, keys),
    ingestion: createIngestionRepository(session, keys),
    outbox: createOutbox(database),
    housekeeping: createHousekeeping(database),
  };
}

function idempotentStores(session: Session, keys: ProjectKeys): IdempotentStores {
  return {
    ...stores(session, keys),
    once: (actor, request, work) =>
      once({ session, keys }, { actor, request }, (trx) => work(stores(transactionSession(trx, actor.projectId), keys))),
  };
}

function stores(session: Session, keys: ProjectKeys): Stores {
  return {
    memories: createMemoryRepository(session, keys),
    documents: createDocumentRepository(session, keys),
    passages: createPassageIndex(session, keys),
  };
}
