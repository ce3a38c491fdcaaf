import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Kept as it is instead of packed. */
  readonly stored?: boolean;
  /** What the list of files claims its size to be; the truth when absent. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
}

/** A ZIP archive, with what it claims of itself as the test wishes. */
export function zipOf(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const { local, listed } = entryOf(file, offset);
    parts.push(local);
    directory.push(listed);
    offset += local.byteLength;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 10);
  end.writeUInt32LE(list.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, list, end]));
}

/** An archive of texts by their names. */
export function textZip(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text), stored: name === 'mimetype' }));
  return zipOf(entries);
}

function entryOf({ name, bytes, stored = false, claimedSize, encrypted = false }: ZipFile, offset: number) {
  const packed = stored ? bytes : deflateRawSync(bytes);
  const nameBytes = Buffer.from(name);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x0800 | (encrypted ? 1 : 0), 2);
  head.writeUInt16LE(stored ? 0 : 8, 4);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(packed.byteLength, 14);
  head.writeUInt32LE(claimedSize ?? bytes.byteLength, 18);
  head.writeUInt16LE(nameBytes.byteLength, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([signature(0x04034b50), head, nameBytes, packed]),
    listed: Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), head, tail, nameBytes]),
  };
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
