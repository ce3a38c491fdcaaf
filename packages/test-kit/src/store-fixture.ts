import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type {
  AccountRepository,
  BootstrapRepository,
  CredentialRepository,
  IdempotentDirectory,
  InvitationViews,
  KeySecret,
  OauthRepositories,
  OperatorRepository,
  PersonActor,
  SessionRepository,
} from '@cairn/auth';
import type { Actor, IngestionRepository, MemoryIndexing, Outbox, ReindexRepository } from '@cairn/core';
import type { TaskRuns, TaskStores } from '@cairn/orchestration';
import type { Commitments, GovernedStoresByCall, HistoryReader } from '@cairn/governance';

/** The ports that a store implements; the conformance suites see nothing else of it. */
export interface StorePorts {
  readonly stores: GovernedStoresByCall;
  readonly actionHistory: HistoryReader;
  readonly commitments: Commitments;
  readonly credentials: CredentialRepository;
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly invitations: InvitationViews;
  readonly directory: IdempotentDirectory;
  readonly operator: OperatorRepository;
  readonly oauth: OauthRepositories;
  readonly bootstrap: BootstrapRepository;
  readonly ingestion: IngestionRepository;
  readonly reindex: ReindexRepository;
  readonly memoryIndexing: MemoryIndexing;
  readonly outbox: Outbox;
  readonly tasks: TaskStores;
  readonly taskRuns: TaskRuns;
  readonly housekeeping: { clearLapsed(): Promise<void> };
}

/** One open, empty store. */
export interface OpenStore {
  readonly ports: StorePorts;
  close(): Promise<void>;
}

/** Two projects of one person: two keys in the first, one in the second. */
export interface Cast {
  readonly email: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly projectA: string;
  readonly projectB: string;
  /** Key of project A. */
  readonly a: Actor;
  /** Another key of project A. */
  readonly a2: Actor;
  /** Key of project B. */
  readonly b: Actor;
  /** The person's session in project A. */
  readonly session: Actor;
  /** The same session, in no project. */
  readonly person: PersonActor;
}

export function newKeySecret(): KeySecret & { readonly secret: string } {
  const secret = `cairn_${randomBytes(24).toString('hex')}`;
  return { secret, hash: createHash('sha256').update(secret).digest(), prefix: secret.slice(0, 10), last4: secret.slice(-4) };
}

/** Fills an empty store with the cast. */
export async function createCast(ports: StorePorts): Promise<Cast> {
  const email = `ada-${randomUUID()}@example.org`;
  const first = newKeySecret();
  await ports.bootstrap.bootstrap(async () => ({ email, passwordVerifier: '$argon2id$stand-in', key: first }));
  const a = await actorOf(ports, first.hash);
  const session: Actor = { ...a, kind: 'session', credentialId: randomUUID(), ownerId: a.userId };
  const person: PersonActor = { userId: a.userId, sessionId: session.credentialId, requestId: a.requestId };
  const a2 = await keyIn(ports, session);
  const project = await ports.directory.workspaces.createProject(person, a.workspaceId, 'Second project');
  if (typeof project === 'string') throw new Error(`the second project could not be made: ${project}`);
  const b = await keyIn(ports, { ...session, projectId: project.id });
  const places = { workspaceId: a.workspaceId, projectA: a.projectId, projectB: project.id };
  return { email, userId: a.userId, ...places, a, a2, b, session, person };
}

async function keyIn(ports: StorePorts, session: Actor): Promise<Actor> {
  const secret = newKeySecret();
  await ports.directory.apiKeys.create(session, 'another key', secret);
  return actorOf(ports, secret.hash);
}

async function actorOf(ports: StorePorts, hash: Uint8Array): Promise<Actor> {
  const principal = await ports.credentials.apiKey(hash);
  if (!principal) throw new Error('a fresh key does not resolve');
  return { ...principal, requestId: randomUUID(), traceId: randomBytes(16).toString('hex') };
}
