/** Bounds of a memory. Bytes are counted in UTF-8, characters in UTF-16 code units. */
export const memoryBounds = { maxContentBytes: 65_536, maxAgentCharacters: 256 } as const;

/** One remembered text. It belongs to the project and user of the credential that made it. */
export interface Memory {
  readonly id: string;
  readonly content: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewMemory {
  readonly content: string;
  readonly agentId?: string | undefined;
  readonly agentName?: string | undefined;
}
