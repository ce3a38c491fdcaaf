/** One passage of a version that holds a term. */
export interface PassageEntry {
  readonly ordinal: number;
  /** Occurrences of the term. */
  readonly count: number;
  /** Terms of the passage in all. */
  readonly length: number;
}

/** Entries in ascending order of ordinals as LEB128 varints: step from the ordinal before, count, length. */
export function encodeEntries(entries: readonly PassageEntry[]): Buffer {
  const bytes: number[] = [];
  let before = 0;
  for (const entry of entries) {
    pushVarint(bytes, entry.ordinal - before);
    pushVarint(bytes, entry.count);
    pushVarint(bytes, entry.length);
    before = entry.ordinal;
  }
  return Buffer.from(bytes);
}

export function decodeEntries(bytes: Uint8Array): PassageEntry[] {
  const entries: PassageEntry[] = [];
  const reader = { bytes, at: 0 };
  let ordinal = 0;
  while (reader.at < bytes.length) {
    ordinal += readVarint(reader);
    entries.push({ ordinal, count: readVarint(reader), length: readVarint(reader) });
  }
  return entries;
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
}

function readVarint(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at++] as number;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}
