import type {
  AccountRepository,
  BootstrapRepository,
  CredentialRepository,
  IdempotentDirectory,
  InvitationViews,
  OperatorRepository,
  SessionRepository,
} from '@cairn/auth';
import { createCheckpointSigner, type AuditChains, type ChainSweep, type CheckpointSigner } from '@cairn/audit';
import type { IngestionRepository, MemoryIndexing, MemoryOwner, Outbox, ReindexRepository } from '@cairn/core';
import type { Commitments, GovernedStores, GovernedStoresByCall, HistoryReader, RecordedActions } from '@cairn/governance';
import type { Transaction } from 'kysely';
import { defaultTaskLimits, WrongMasterKey } from '@cairn/core';
import type { TaskPlanLimits } from '@cairn/core';
import type { ScheduleRuns, TaskParts, TaskRuns, TaskStores } from '@cairn/orchestration';
import type { Database } from './database/open.ts';
import type { Schema } from './database/schema.ts';
import { poolSession, transactionSession, type Session } from './database/session.ts';
import { createActionHistory } from './repositories/action-history.ts';
import { createAccountRepository } from './repositories/accounts.ts';
import { createActionRepository } from './repositories/actions.ts';
import { createAgentRepository } from './repositories/agents.ts';
import { createAuditChains } from './repositories/audit/audit-chains.ts';
import { createVainCalls, type VainCalls } from './repositories/audit/vain-calls.ts';
import { createChainSweep } from './repositories/audit/chain-sweep.ts';
import { createBootstrapRepository } from './repositories/bootstrap.ts';
import { createCommitments } from './repositories/commitments.ts';
import { createCredentialRepository } from './repositories/credentials.ts';
import { createDirectory } from './repositories/directory.ts';
import { createDocumentRepository } from './repositories/documents.ts';
import { createHookCallRepository } from './repositories/hook-calls.ts';
import { createHousekeeping, type Housekeeping } from './repositories/housekeeping.ts';
import { once } from './repositories/idempotency.ts';
import { createIngestionRepository } from './repositories/ingestion.ts';
import { createInvitationViews } from './repositories/invitation-views.ts';
import { createMemoryRepository, type IndexWake } from './repositories/memories.ts';
import { createMemoryIndex } from './repositories/memory-index.ts';
import { createMemoryIndexing } from './repositories/memory-indexing.ts';
import { createMemoryIndexJobs, wakeInTransaction } from './repositories/memory-index-jobs.ts';
import { createOperatorRepository } from './repositories/operator.ts';
import { createOauthRepositories, type OauthRepositories } from './repositories/oauth.ts';
import { createOutbox } from './repositories/outbox.ts';
import { createPassageIndex } from './repositories/passage-index.ts';
import { createPolicyRepository } from './repositories/policies.ts';
import { createReindexRepository } from './repositories/reindex.ts';
import { createStaleOffers } from './repositories/stale-versions.ts';
import { dropUnlikeMemories } from './repositories/unlike-memory-vectors.ts';
import { createUnlikeDrop, dropUnlikePassages } from './repositories/unlike-vectors.ts';
import { createScheduleRuns } from './repositories/tasks/schedule-runs.ts';
import { createScheduleRepository } from './repositories/tasks/schedules.ts';
import { createTaskRuns } from './repositories/tasks/task-runs.ts';
import { createTaskRepository } from './repositories/tasks/tasks.ts';
import { createUsageRepository, type UsageRepository } from './repositories/usage.ts';
import { createSessionRepository } from './repositories/sessions.ts';
import { createProjectArchives } from './archives/project-archives.ts';
import type { ProjectArchives } from './archives/arrival.ts';
import { createProjectKeyRotation, type ProjectKeyRotation, type RotationDeps } from './keys/project-key-rotation.ts';
import { enterInstallation, reigns } from './sealing/installation.ts';
import { createMasterKeys, type MasterKeySet } from './sealing/master-keys.ts';
import { createProjectKeys, type ProjectKeyOptions, type ProjectKeys } from './sealing/project-keys.ts';

/** Every repository over one database. An app takes what it needs. */
export interface Repositories {
  /** Keeps this installation apart from others on servers that they share, such as one Redis. */
  readonly installationId: string;
  /** As the database's, and @throws WrongMasterKey when a key that this process does not have took the place of its own. */
  probe(): Promise<void>;
  readonly stores: GovernedStoresByCall;
  readonly credentials: CredentialRepository;
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly invitations: InvitationViews;
  readonly directory: IdempotentDirectory;
  readonly operator: OperatorRepository;
  readonly oauth: OauthRepositories;
  readonly bootstrap: BootstrapRepository;
  readonly ingestion: IngestionRepository;
  readonly memoryIndexing: MemoryIndexing;
  readonly reindex: ReindexRepository;
  readonly outbox: Outbox;
  readonly tasks: TaskStores;
  readonly taskRuns: TaskRuns;
  readonly scheduleRuns: ScheduleRuns;
  readonly housekeeping: Housekeeping;
  /** Outside of any transaction: what conditions on the past and replays read. */
  readonly actionHistory: HistoryReader & RecordedActions;
  /** What stands for secrets of actions. */
  readonly commitments: Commitments;
  readonly audit: AuditStores;
  readonly keyRotation: ProjectKeyRotation;
  readonly usage: UsageRepository;
  readonly archives: ProjectArchives;
}

/** The chains of the audit and what signs them. */
export interface AuditStores {
  readonly chains: AuditChains;
  readonly sweep: ChainSweep;
  readonly signer: CheckpointSigner;
  readonly refused: VainCalls;
}

export interface RepositoryOptions extends ProjectKeyOptions, Pick<RotationDeps, 'leadMs' | 'graceMs'> {
  /** What workspaces may have of tasks. */
  readonly taskLimits?: TaskPlanLimits | undefined;
}

/**
 * `masterKey`: 32 bytes, with others that are accepted while one takes another's place; it wraps the projects' data keys and never
 * reaches the database.
 * @throws WrongMasterKey when the database was sealed under another one, FormerMasterKeyMissing when some of it still is.
 */
export async function openRepositories(
  database: Database,
  masterKey: Uint8Array | MasterKeySet,
  { taskLimits: limits = defaultTaskLimits, ...options }: RepositoryOptions = {},
): Promise<Repositories> {
  const session = poolSession(database.app);
  const masters = createMasterKeys(masterKey instanceof Uint8Array ? { current: masterKey } : masterKey);
  const { id: installationId, auditSeed } = await enterInstallation(session, masters);
  const keys = createProjectKeys(masters, options);
  const indexJobs = createMemoryIndexJobs(database);
  return {
    installationId,
    async probe() {
      await database.probe();
      if (!(await reigns(session, masters))) throw new WrongMasterKey();
    },
    stores: idempotentStores(session, keys, indexJobs.wake),
    credentials: createCredentialRepository(session),
    accounts: createAccountRepository(session, keys),
    sessions: createSessionRepository(session),
    invitations: createInvitationViews(session),
    operator: createOperatorRepository(session),
    directory: createDirectory(session, keys, masters),
    oauth: createOauthRepositories(session, masters),
    bootstrap: createBootstrapRepository(session, keys),
    ingestion: createIngestionRepository(session, keys),
    memoryIndexing: {
      ...createMemoryIndexing(session, keys, indexJobs),
      dropUnlike: createUnlikeDrop(database, (projectId, vectors) => dropUnlikeMemories(session, projectId, vectors)),
    },
    reindex: {
      ...createReindexRepository(session, keys),
      offerStale: createStaleOffers(database),
      dropUnlike: createUnlikeDrop(database, (projectId, vectors) => dropUnlikePassages(session, projectId, vectors)),
    },
    outbox: createOutbox(database),
    tasks: taskStores(session, keys, limits),
    scheduleRuns: createScheduleRuns({ session, database, keys, limits }),
    taskRuns: createTaskRuns({ session, database, keys, limits, storesWithin: storesOfRuns(keys, indexJobs.wake) }),
    housekeeping: createHousekeeping(database),
    actionHistory: createActionHistory(session, keys),
    commitments: createCommitments(session, keys),
    audit: {
      chains: createAuditChains(session),
      sweep: createChainSweep(database),
      signer: createCheckpointSigner(auditSeed),
      refused: createVainCalls(session),
    },
    usage: createUsageRepository(session),
    archives: createProjectArchives(session, keys),
    keyRotation: createProjectKeyRotation({ session, database, masters, keys, ...options }),
  };
}

function idempotentStores(session: Session, keys: ProjectKeys, wake: IndexWake): GovernedStoresByCall {
  const within = (trx: Transaction<Schema>, projectId: string): GovernedStores => {
    const own = transactionSession(trx, projectId);
    return stores(own, keys, wakeInTransaction(own));
  };
  return {
    ...stores(session, keys, wake),
    once: (actor, request, work) => once({ session, keys }, { actor, request }, (trx) => work(within(trx, actor.projectId))),
    together: ({ projectId }, work) => session.inProject(projectId, (trx) => work(within(trx, projectId))),
  };
}

function taskStores(session: Session, keys: ProjectKeys, limits: TaskPlanLimits): TaskStores {
  const over = (own: Session): TaskParts => ({
    tasks: createTaskRepository(own, keys, limits),
    schedules: createScheduleRepository(own, keys),
    actions: createActionRepository(own, keys),
  });
  return {
    ...over(session),
    once: (actor, request, work) =>
      once({ session, keys }, { actor, request }, (trx) => work(over(transactionSession(trx, actor.projectId)))),
    together: ({ projectId }, work) => session.inProject(projectId, (trx) => work(over(transactionSession(trx, projectId)))),
  };
}

/** A task's steps save one after another: the index is told of them together, once they are there. */
function storesOfRuns(keys: ProjectKeys, wake: IndexWake) {
  return (trx: Transaction<Schema>, projectId: string) => {
    const changed: MemoryOwner[] = [];
    return {
      stores: stores(transactionSession(trx, projectId), keys, ({ userId }) => void changed.push({ projectId, userId })),
      committed: () => changed.forEach((owner) => void wake(owner)),
    };
  };
}

function stores(session: Session, keys: ProjectKeys, wake: IndexWake): GovernedStores {
  return {
    memories: createMemoryRepository(session, keys, wake),
    memoryIndex: createMemoryIndex(session, keys),
    agents: createAgentRepository(session, keys),
    documents: createDocumentRepository(session, keys),
    passages: createPassageIndex(session, keys),
    actions: createActionRepository(session, keys),
    hookCalls: createHookCallRepository(session),
    policies: createPolicyRepository(session),
  };
}
