import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** What a memory says, and by which of its versions. */
export interface HeldMemory {
  readonly version: number;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Names it in an action, which is another one once the memory says something else. */
export const heldMembers = ({ version, content, metadata }: HeldMemory) => ({
  version,
  content_hash: hash('sha256', content, 'hex'),
  ...(metadata !== null && { metadata_hash: hash('sha256', canonicalJson(metadata), 'hex') }),
});
