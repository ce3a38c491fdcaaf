import type { AgentRepository } from './agents/agent-repository.ts';
import type { DocumentRepository } from './knowledge/document-repository.ts';
import type { PassageIndex } from './knowledge/passage-index.ts';
import type { MemoryIndex } from './memories/memory-index.ts';
import type { MemoryRepository } from './memories/memory-repository.ts';
import type { Actor } from './principal.ts';

/** The repositories that a request works on, either each call on its own or all in one transaction. */
export interface Stores {
  readonly memories: MemoryRepository;
  readonly memoryIndex: MemoryIndex;
  readonly agents: AgentRepository;
  readonly documents: DocumentRepository;
  readonly passages: PassageIndex;
}

/** An answer kept for its Idempotency-Key; JSON. */
export type KeptAnswer = Readonly<Record<string, unknown>>;

export interface IdempotentRequest {
  /** 1..255 visible ASCII characters. */
  readonly key: string;
  /** Digest of what was asked; another one under the same key is refused. */
  readonly fingerprint: string;
}

/** `Own`: what work in one transaction has at hand. */
export interface IdempotentStores<Own extends Stores = Stores> extends Stores {
  /**
   * Does `work` once per (credential, key) within 24 hours: the work, its audit and its answer are one transaction, and a
   * repeat gets the first answer. Two at once: the second waits for the first. Work that throws leaves nothing behind.
   * @throws IDEMPOTENCY_KEY_REUSED when the fingerprint differs.
   */
  once(actor: Actor, request: IdempotentRequest, work: (stores: Own) => Promise<KeptAnswer>): Promise<KeptAnswer>;
  /** Does `work` in one transaction of the actor's project. Work that throws leaves nothing behind. */
  together<Result>(actor: Actor, work: (stores: Own) => Promise<Result>): Promise<Result>;
}
