import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';
import { damaged, directoryOf, type DirectoryEntry } from './directory.ts';

/** Part of the input that is inflated at once. */
const sliceSize = 65_536;

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
    for await (const chunk of entry.isStored ? [packed] : inflated(packed)) {
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

class InflationBudget {
  #left: number = readLimits.inflatedBytes;

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new DocumentFault('too_large', { message: bomb });
  }
}

const bomb = 'The document unpacks to more than one may. Split it and upload the parts.';

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

async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: sliceSize });
  const source = Readable.from(slicesOf(packed));
  let size = 0;
  source.pipe(inflate);
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > readLimits.ratioFrom && size > inflate.bytesWritten * readLimits.inflationRatio) {
        throw new DocumentFault('too_large', { message: bomb });
      }
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof DocumentFault ? cause : new DocumentFault('parse_failed', { message: damaged, cause });
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += sliceSize) yield bytes.subarray(at, at + sliceSize);
}
