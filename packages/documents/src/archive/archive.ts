import { DocumentFault } from '../document-fault.ts';
import { damaged, directoryOf, type DirectoryEntry } from './directory.ts';
import { inflated, InflationBudget } from './inflate.ts';

/** A ZIP archive whose files are inflated as they are read, never past the limits of a document. */
export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The bytes of a file; nothing when there is none of that name. @throws DocumentFault */
  open(name: string): AsyncIterable<Uint8Array>;
  /** The bytes of a small file at once; more than `most` are too many. @throws DocumentFault */
  read(name: string, most: number): Promise<Uint8Array>;
}

/** @throws DocumentFault when it cannot be read, lists too many files, or is encrypted */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = new Map<string, DirectoryEntry>();
  for (const entry of directoryOf(bytes)) {
    // Names are compared as the producers of office documents do: in any case.
    const key = entry.name.toLowerCase();
    if (!entries.has(key)) entries.set(key, entry);
  }
  const budget = new InflationBudget();
  const open = async function* (name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name.toLowerCase());
    if (!entry) return;
    const packed = packedBytes(bytes, entry);
    for await (const chunk of entry.isStored ? [packed] : unpacked(packed)) {
      budget.spend(chunk.byteLength);
      yield chunk;
    }
  };
  return {
    names: Array.from(entries.values(), ({ name }) => name),
    has: (name) => entries.has(name.toLowerCase()),
    open,
    async read(name, most) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of open(name)) {
        size += chunk.byteLength;
        if (size > most) throw new DocumentFault('too_large');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}

function packedBytes(bytes: Uint8Array, entry: DirectoryEntry): Uint8Array {
  if (entry.isEncrypted) throw new DocumentFault('encrypted');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset } = entry;
  const isHeader = offset >= 0 && offset + 30 <= bytes.byteLength && view.getUint32(offset, true) === 0x04034b50;
  if (!isHeader) throw new DocumentFault('parse_failed', { message: damaged });
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  // A stream of deflate ends by itself: where the list tells a size that is too small, what is there counts.
  return bytes.subarray(start, entry.isStored ? start + entry.compressedSize : undefined);
}

async function* unpacked(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  try {
    yield* inflated(packed, 'raw');
  } catch (cause) {
    throw cause instanceof DocumentFault ? cause : new DocumentFault('parse_failed', { message: damaged, cause });
  }
}
