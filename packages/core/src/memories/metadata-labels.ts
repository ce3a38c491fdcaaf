import type { MemoryMetadata, MetadataFilter } from './memory.ts';

/** Labels of one memory; what its metadata holds beyond them is kept and not found. */
const maxLabels = 256;

/**
 * What a memory's metadata, or a filter, is found by: a text for each member of the object that is a string, a number, true, false or
 * null, and for each such item of a member that is a list. Equal texts are the same member with the same value.
 */
export function metadataLabels(metadata: MemoryMetadata | MetadataFilter): readonly string[] {
  const labels = new Set<string>();
  for (const [key, value] of Object.entries(metadata)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'object' && item !== null) continue;
      labels.add(JSON.stringify([key, item]));
      if (labels.size >= maxLabels) return [...labels];
    }
  }
  return [...labels];
}
