import type { CredentialKind } from '../principal.ts';

/** Bounds of a memory. Bytes are counted in UTF-8, characters in Unicode code points. */
export const memoryBounds = {
  maxContentBytes: 65_536,
  maxAgentCharacters: 256,
  maxSessionCharacters: 256,
  /** Of the metadata as JSON. */
  maxMetadataBytes: 16_384,
  /** Members that a filter names. */
  maxFilterMembers: 16,
} as const;

export const memoryScopes = ['agent', 'system'] as const;

/** Whom a memory is for: the agent that it is of, or every agent of the user in the project. */
export type MemoryScope = (typeof memoryScopes)[number];

/** JSON that the caller keeps with a memory. Filters find it by its members; searches do not look into it. */
export type MemoryMetadata = Readonly<Record<string, unknown>>;

/** One remembered text. It belongs to the project and user of the credential that made it. */
export interface Memory {
  readonly id: string;
  readonly content: string;
  readonly scope: MemoryScope;
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** What it was said together with: memories of one session stand beside each other. */
  readonly sessionId: string | null;
  /** When it happened; when it was saved, if nothing else was said. ISO 8601, UTC, milliseconds, as the other times. */
  readonly occurredAt: string;
  readonly metadata: MemoryMetadata | null;
  readonly createdAt: string;
  /** When its content or metadata last changed. */
  readonly updatedAt: string;
}

/** An agent that a user has memories of. */
export interface MemoryAgent {
  readonly id: string;
  /** As the newest of its memories has it. */
  readonly name: string | null;
}

export interface NewMemory {
  readonly content: string;
  /** Default: `agent`. */
  readonly scope?: MemoryScope | undefined;
  readonly agentId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly sessionId?: string | undefined;
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt?: string | undefined;
  readonly metadata?: MemoryMetadata | undefined;
}

/** A memory that was kept elsewhere, or here before. */
export interface ImportedMemory extends NewMemory {
  /** What it is called where it comes from; a UUID becomes its id. Without one, it is known by what it says. */
  readonly id?: string | undefined;
  /** When it was first saved; ISO 8601, UTC, milliseconds. Default: now. */
  readonly createdAt?: string | undefined;
  /** When it last changed, never before `createdAt`, without which it does not count. Default: now. */
  readonly updatedAt?: string | undefined;
}

/** What became of a memory on its way in; `duplicate`: it is there already and was left as it is. */
export type MemoryImport = 'accepted' | 'duplicate';

/** What an update changes; what is absent stays. `metadata: null` takes it away. */
export interface MemoryChange {
  readonly content?: string | undefined;
  readonly metadata?: MemoryMetadata | null | undefined;
}

/** What a memory says. */
export interface MemoryState extends Pick<Memory, 'content' | 'metadata'> {
  readonly version: number;
}

/** One state of a memory: what it said from `createdAt` on, until the next. */
export interface MemoryVersion {
  /** Of the memory. */
  readonly id: string;
  /** From 1 on. */
  readonly version: number;
  readonly content: string;
  readonly metadata: MemoryMetadata | null;
  readonly changedBy: {
    /** Null: the state was made before this was kept; the credential is then the memory's owner. */
    readonly kind: CredentialKind | null;
    readonly credentialId: string;
  };
  /** The version that this one brought back. */
  readonly restoredFrom: number | null;
  readonly createdAt: string;
  /** Whether it is the one that holds. */
  readonly current: boolean;
}

/** Members that a memory's metadata must have with these values; a list has every value that is an item of it. */
export type MetadataFilter = Readonly<Record<string, string | number | boolean | null>>;

/** Which memories a list or a search is about; all that is named must hold. */
export interface MemoryFilter {
  readonly scope?: MemoryScope | undefined;
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly metadata?: MetadataFilter | undefined;
  /** Saved at that moment or later. ISO 8601, UTC, as `to`. */
  readonly from?: string | undefined;
  /** Saved before that moment. */
  readonly to?: string | undefined;
}
