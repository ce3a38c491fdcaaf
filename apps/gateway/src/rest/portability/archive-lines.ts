import { createHash } from 'node:crypto';
import { archiveBounds, archiveFormat, archiveSchemas, createReader, isArchiveKind, oldestArchiveVersion } from '@cairn/contracts';
import type { ArchiveHeader, ArchiveKind, ArchiveRecord } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { readJson, UnreadableBody } from '@cairn/service-kit';
import type { Line } from '../json-lines.ts';

/** Counts and digests lines as they are written or read; both sides come to the same. */
export class ArchiveTally {
  readonly #hash = createHash('sha256');
  readonly #counts: Partial<Record<ArchiveKind, number>> = {};

  add(kind: ArchiveKind, line: string | Buffer): void {
    this.#hash.update(line).update('\n');
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
  }

  /** Of what was added so far. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  get records(): Readonly<Record<string, number>> {
    return { ...(this.#counts as Record<string, number>) };
  }
}

export const lineOf = (record: ArchiveRecord): string => JSON.stringify(record);

const readers = Object.fromEntries(Object.entries(archiveSchemas).map(([kind, schema]) => [kind, createReader(schema)]));

/** @throws INVALID_ARGUMENT that names the line */
export function readRecord({ number, bytes }: Line): ArchiveRecord {
  if (!bytes) throw bad(number, `is longer than ${archiveBounds.maxLineBytes} bytes`);
  const value = readJson(bytes);
  if (value instanceof UnreadableBody) throw bad(number, `cannot be read: ${value.message.replace(/^the body/, 'the line')}`);
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  if (!isArchiveKind(kind)) throw bad(number, 'is of no kind that an archive has');
  try {
    return readers[kind]?.(value) as ArchiveRecord;
  } catch (error) {
    if (error instanceof CairnError && error.kind === 'invalid') throw bad(number, `is ${error.message}`);
    throw error;
  }
}

/** @throws INVALID_ARGUMENT when it is no archive, or one of another form */
export function readHeader(line: Line | undefined): ArchiveHeader {
  if (!line) throw new CairnError('INVALID_ARGUMENT', { message: 'the archive is empty' });
  const record = readRecord(line);
  if (record.kind !== 'header') throw bad(line.number, 'is not the header that an archive begins with');
  const { version } = archiveFormat;
  if (record.version < oldestArchiveVersion || record.version > version) {
    const read = `${oldestArchiveVersion} to ${version}`;
    throw bad(line.number, `says that this is version ${record.version} of the format; this release reads versions ${read}`);
  }
  return record;
}

export const bad = (line: number, message: string): CairnError =>
  new CairnError('INVALID_ARGUMENT', { message: `line ${line} of the archive ${message}` });
