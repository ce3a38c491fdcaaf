import { createReader, importedMemorySchema } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { ImportedMemory, Issue } from '@cairn/core';
import { readJson, UnreadableBody } from '@cairn/service-kit';
import type { Line } from './json-lines.ts';

/** A line that was not taken. */
export interface LineRefusal {
  readonly line: number;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  readonly approval_id?: string | undefined;
}

/** A line of an import, as it was read. */
export type ImportItem =
  | { readonly line: number; readonly bytes: number; readonly memory: ImportedMemory }
  | { readonly line: number; readonly bytes: number; readonly refusal: LineRefusal };

const readMemory = createReader(importedMemorySchema);

/** A clock elsewhere may be ahead by so much. */
const aheadMs = 300_000;

export async function* readImport(lines: AsyncIterable<Line>): AsyncGenerator<ImportItem> {
  for await (const line of lines) yield readItem(line);
}

function readItem({ number: line, bytes }: Line): ImportItem {
  if (!bytes) return { line, bytes: 0, refusal: { line, message: 'the line is longer than 512 KiB' } };
  try {
    return { line, bytes: bytes.length, memory: readLine(bytes) };
  } catch (error) {
    if (!(error instanceof CairnError) || error.kind !== 'invalid') throw error;
    const { message, issues } = error;
    return { line, bytes: 0, refusal: { line, message, ...(issues.length > 0 && { issues }) } };
  }
}

function readLine(bytes: Buffer): ImportedMemory {
  const value = readJson(bytes);
  if (value instanceof UnreadableBody)
    throw new CairnError('INVALID_ARGUMENT', { message: value.message.replace(/^the body/, 'the line') });
  const read = readMemory(value);
  requireTimes(read);
  return {
    id: read.id,
    content: read.content,
    scope: read.scope,
    agentId: read.agent_id,
    agentName: read.agent_name,
    sessionId: read.session_id,
    occurredAt: read.occurred_at,
    metadata: read.metadata,
    createdAt: read.created_at,
    updatedAt: read.updated_at,
  };
}

type Times = Pick<ReturnType<typeof readMemory>, 'created_at' | 'updated_at'>;

/** @throws INVALID_ARGUMENT for a time that cannot be. */
function requireTimes({ created_at: created, updated_at: updated }: Times): void {
  const latest = Date.now() + aheadMs;
  if (isAfter(created, latest)) throw wrongTime('created_at', 'lies in the future');
  if (isAfter(updated, latest)) throw wrongTime('updated_at', 'lies in the future');
  if (created !== undefined && updated !== undefined && Date.parse(updated) < Date.parse(created)) {
    throw wrongTime('updated_at', 'lies before created_at');
  }
}

const isAfter = (time: string | undefined, latest: number): boolean => time !== undefined && Date.parse(time) > latest;

const wrongTime = (path: string, message: string): CairnError =>
  new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });

/** Of one transaction. */
const batchBounds = { lines: 250, bytes: 1_048_576 } as const;

/** Parts lines into batches that fit one transaction each. */
export async function* batchesOf(items: AsyncIterable<ImportItem>): AsyncGenerator<readonly ImportItem[]> {
  let batch: ImportItem[] = [];
  let bytes = 0;
  for await (const item of items) {
    batch.push(item);
    bytes += item.bytes;
    if (batch.length < batchBounds.lines && bytes < batchBounds.bytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
