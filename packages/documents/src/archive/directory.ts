import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';

/** A file in an archive, as the central directory lists it. Sizes there are hints; nothing is trusted. */
export interface DirectoryEntry {
  readonly name: string;
  readonly compressedSize: number;
  readonly isStored: boolean;
  readonly isEncrypted: boolean;
  /** Where its local header begins. */
  readonly offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endSize = 22;
const entrySize = 46;

/**
 * The files that a ZIP archive lists; of a list that is too long only the first when `anyLength`.
 * @throws DocumentFault `parse_failed` when there is no list, `too_large` when it is too long
 */
export function* directoryOf(bytes: Uint8Array, { anyLength = false } = {}): Generator<DirectoryEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === undefined) throw new DocumentFault('parse_failed', { message: damaged });
  const listed = view.getUint16(end + 10, true);
  if (listed > readLimits.entries && !anyLength) throw new DocumentFault('too_large', { message: tooMany });
  const size = view.getUint32(end + 12, true);
  // What stands in front of the archive shifts every offset.
  const shift = end - size - view.getUint32(end + 16, true);
  let at = end - size;
  for (let index = 0; index < readLimits.entries; index += 1) {
    if (at < 0 || at + entrySize > end || view.getUint32(at, true) !== entrySignature) return;
    const nameLength = view.getUint16(at + 28, true);
    yield {
      name: plainName(bytes.subarray(at + entrySize, at + entrySize + nameLength)),
      compressedSize: view.getUint32(at + 20, true),
      isStored: view.getUint16(at + 10, true) === 0,
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      offset: view.getUint32(at + 42, true) + shift,
    };
    at += entrySize + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  throw new DocumentFault('too_large', { message: tooMany });
}

export const damaged = 'The file is damaged: its end is missing or garbled. Check that it opens elsewhere, and upload it again.';
const tooMany = `The document is made of more than ${readLimits.entries} files. Split it and upload the parts.`;

/** The record at the end, in front of a comment of up to 65,535 bytes. */
function endOfDirectory(view: DataView): number | undefined {
  const least = Math.max(0, view.byteLength - endSize - 65_535);
  for (let at = view.byteLength - endSize; at >= least; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  return undefined;
}

function plainName(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '');
}
