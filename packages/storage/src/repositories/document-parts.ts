import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { SealKey } from '../sealing/key-ring.ts';
import { open, seal } from '../sealing/seal.ts';

/** Which bytes of which version: `original` counts bytes, `text` counts UTF-16 units. */
export interface PartPlace {
  readonly projectId: string;
  readonly versionId: string;
  readonly kind: 'original' | 'text';
}

const originalPartBytes = 1_048_576;
const textPartUnits = 65_536;
const rowsAtOnce = 8;

export interface Part {
  readonly start: number;
  readonly size: number;
  readonly bytes: Uint8Array;
}

export function writeOriginal(trx: Transaction<Schema>, key: SealKey, place: PartPlace, bytes: Uint8Array): Promise<void> {
  const parts: Part[] = [];
  for (let start = 0; start < bytes.length; start += originalPartBytes) {
    const part = bytes.subarray(start, start + originalPartBytes);
    parts.push({ start, size: part.length, bytes: part });
  }
  return writeParts(trx, key, place, parts);
}

/** The parts of a text; none ends inside a surrogate pair. */
export function textParts(text: string): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < text.length;) {
    const end = wholeCharacterEnd(text, start + textPartUnits);
    parts.push({ start, size: end - start, bytes: Buffer.from(text.slice(start, end)) });
    start = end;
  }
  return parts;
}

/** `end`, or one more when that would cut a surrogate pair; never past the end of the text. */
export function wholeCharacterEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const before = text.charCodeAt(end - 1);
  return before >= 0xd800 && before <= 0xdbff ? end + 1 : end;
}

/** `start`, or one less when that would cut a surrogate pair. */
export function wholeCharacterStart(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(start);
  const isCut = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
  return isCut ? start - 1 : start;
}

export async function writeParts(trx: Transaction<Schema>, key: SealKey, place: PartPlace, parts: readonly Part[]): Promise<void> {
  for (let from = 0; from < parts.length; from += rowsAtOnce) {
    const rows = parts.slice(from, from + rowsAtOnce).map((part) => ({
      project_id: place.projectId,
      version_id: place.versionId,
      kind: place.kind,
      start: part.start,
      size: part.size,
      sealed: seal(key, sealPlace(place, part.start), part.bytes),
    }));
    await trx.insertInto('document_parts').values(rows).execute();
  }
}

/** The parts that hold units `from` to `to` (end exclusive), opened, in order. */
export async function readParts(
  trx: Transaction<Schema>,
  key: SealKey,
  place: PartPlace,
  range: { from: number; to: number },
): Promise<{ start: number; bytes: Buffer }[]> {
  const rows = await trx
    .selectFrom('document_parts')
    .select(['start', 'sealed'])
    .where('project_id', '=', place.projectId)
    .where('version_id', '=', place.versionId)
    .where('kind', '=', place.kind)
    .where('start', '<', range.to)
    .where((eb) => eb(eb('start', '+', eb.ref('size')), '>', range.from))
    .orderBy('start')
    .execute();
  return rows.map((row) => ({ start: row.start, bytes: open(key, sealPlace(place, row.start), row.sealed) }));
}

/** What a part is bound to. */
export const sealPlace = (place: PartPlace, start: number): string =>
  `document_parts:${place.projectId}:${place.versionId}:${place.kind}:${start}`;
