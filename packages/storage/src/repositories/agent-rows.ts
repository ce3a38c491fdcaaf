import type { Agent, AgentDefinition, AgentVersion, CredentialKind } from '@cairn/core';
import type { SealKey } from '../sealing/key-ring.ts';
import { openText, sealText } from '../sealing/seal.ts';

/** What is sealed of a definition: all but the name. */
type SealedPart = Omit<AgentDefinition, 'name'>;

/** The key of a project and its id. */
export interface AgentOpener {
  readonly projectId: string;
  readonly key: SealKey;
}

/** A version as every query gives it. */
export interface VersionRow {
  readonly agent_id: string;
  readonly version: number;
  readonly name: string;
  readonly definition: Uint8Array;
  readonly user_id: string;
  readonly credential_id: string;
  readonly credential_kind: CredentialKind;
  readonly at: string;
}

/** An agent with the definition of its version. */
export interface AgentRow {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly definition: Uint8Array;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Place {
  readonly id: string;
  readonly version: number;
}

export function sealDefinition(opener: AgentOpener, at: Place, { name: _clear, ...sealed }: AgentDefinition): Buffer {
  return sealText(opener.key, definitionPlace(opener.projectId, at), JSON.stringify(sealed));
}

export function openAgent(opener: AgentOpener, row: AgentRow): Agent {
  const { id, name, version } = row;
  return { id, name, version, ...openDefinition(opener, row, row.definition), createdAt: row.created_at, updatedAt: row.updated_at };
}

/** `holds`: the number of the version that holds; undefined when none does. */
export function openVersion(opener: AgentOpener, row: VersionRow, holds: number | undefined): AgentVersion {
  const { agent_id: id, name, version } = row;
  return {
    id,
    name,
    version,
    ...openDefinition(opener, { id, version }, row.definition),
    changedBy: { kind: row.credential_kind, credentialId: row.credential_id, userId: row.user_id },
    createdAt: row.at,
    current: version === holds,
  };
}

/** What is sealed of one version. */
export function openDefinition(opener: AgentOpener, at: Place, sealed: Uint8Array): SealedPart {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sealed bytes are what was given
  return JSON.parse(openText(opener.key, definitionPlace(opener.projectId, at), sealed)) as SealedPart;
}

/** What the definition of a version is bound to. */
export const definitionPlace = (projectId: string, { id, version }: Place): string => `agents:${projectId}:${id}:${version}`;
