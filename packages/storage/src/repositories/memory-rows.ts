import { metadataLabels, type Memory, type MemoryMetadata, type MemoryScope, type MetadataFilter } from '@cairn/core';
import type { SealKey } from '../sealing/key-ring.ts';
import { openText, sealText } from '../sealing/seal.ts';
import { hashTerm } from '../sealing/term-hash.ts';

/** A memory as every query gives it. */
export interface MemoryRow {
  readonly id: string;
  readonly agent_id: string | null;
  readonly agent_name: string | null;
  readonly content: Uint8Array;
  readonly created_at: string;
  readonly updated_at: string;
  readonly scope: MemoryScope;
  readonly session_id: string | null;
  readonly occurred_at: string | null;
  readonly metadata: Uint8Array | null;
}

/** Opens what a project's key sealed. */
export interface MemoryOpener {
  readonly projectId: string;
  readonly key: SealKey;
}

export function sealContent({ projectId, key }: MemoryOpener, id: string, content: string): Buffer {
  return sealText(key, contentPlace(projectId, id), content);
}

export function sealMetadata({ projectId, key }: MemoryOpener, id: string, metadata: MemoryMetadata): Buffer {
  return sealText(key, metadataPlace(projectId, id), JSON.stringify(metadata));
}

/** What metadata, or a filter, is looked up by. */
export const hashLabels = (labelKey: Uint8Array, metadata: MemoryMetadata | MetadataFilter): readonly string[] =>
  metadataLabels(metadata).map((label) => hashTerm(labelKey, label));

export function openMemory(opener: MemoryOpener, row: MemoryRow): Memory {
  return { ...openDetails(opener, row), content: openText(opener.key, contentPlace(opener.projectId, row.id), row.content) };
}

/** The content and metadata of any state of a memory. */
export function openState(
  { projectId, key }: MemoryOpener,
  id: string,
  { content, metadata }: Pick<MemoryRow, 'content' | 'metadata'>,
): Pick<Memory, 'content' | 'metadata'> {
  return {
    content: openText(key, contentPlace(projectId, id), content),
    metadata: metadata && openMetadata(openText(key, metadataPlace(projectId, id), metadata)),
  };
}

/** All but the content. */
export function openDetails({ projectId, key }: MemoryOpener, row: Omit<MemoryRow, 'content'>): Omit<Memory, 'content'> {
  return {
    id: row.id,
    scope: row.scope,
    agentId: row.agent_id,
    agentName: row.agent_name,
    sessionId: row.session_id,
    occurredAt: row.occurred_at ?? row.created_at,
    metadata: row.metadata && openMetadata(openText(key, metadataPlace(projectId, row.id), row.metadata)),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const openMetadataOf = ({ projectId, key }: MemoryOpener, id: string, sealed: Uint8Array): MemoryMetadata =>
  openMetadata(openText(key, metadataPlace(projectId, id), sealed));

// The sealed bytes are what was given as an object.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const openMetadata = (text: string): MemoryMetadata => JSON.parse(text) as MemoryMetadata;

export const contentPlace = (projectId: string, id: string): string => `memories:${projectId}:${id}`;
export const metadataPlace = (projectId: string, id: string): string => `memories:${projectId}:${id}:metadata`;

/** A list of numbers or ids as the text of an array: lists of lists have one length in an array of Postgres, so these travel as text. */
export const arrayText = (values: Iterable<string>): string => `{${[...values].join(',')}}`;
