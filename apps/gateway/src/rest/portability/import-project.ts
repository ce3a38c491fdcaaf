import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonActor, Project } from '@cairn/auth';
import { archiveBounds } from '@cairn/contracts';
import type { ArchiveEnd, ArchiveKind, ArchiveRecord } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Arrival, Beginning } from '@cairn/storage';
import { done, noSuchWorkspace } from '../directory-refusals.ts';
import { readLines, type Line } from '../json-lines.ts';
import type { RestDeps } from '../rest-deps.ts';
import { ArchiveTally, bad, readHeader, readRecord } from './archive-lines.ts';

export interface Imported {
  readonly project: Project;
  readonly created: boolean;
  readonly records: Readonly<Partial<Record<ArchiveKind, number>>>;
  /** Number of the policy's revision that was in force where it comes from. */
  readonly wantedPolicy: number;
}

export interface ImportCall {
  readonly person: PersonActor;
  readonly workspaceId: string;
  readonly body: AsyncIterable<Buffer>;
  /** Aborts when the server starts to close. */
  readonly closing: AbortSignal;
}

/** Of one transaction. */
const batchBounds = { records: 200, bytes: 4_194_304 } as const;

/**
 * Brings an archive in. What comes is written as it comes, unseen, and shown when the last line has counted and digested all of it;
 * whatever goes wrong before that, nothing stays.
 * @throws INVALID_ARGUMENT that names the line, CONFLICT, NOT_FOUND, FORBIDDEN
 */
export async function importProject({ archives }: Pick<RestDeps, 'archives'>, call: ImportCall): Promise<Imported> {
  const lines = readLines(call.body, archiveBounds.maxLineBytes);
  try {
    const first = await lines.next();
    const line = first.done ? undefined : first.value;
    const header = readHeader(line);
    const beginning = await archives.begin(call.person, call.workspaceId, header);
    if (beginning.outcome === 'there') return { project: beginning.project, created: false, records: {}, wantedPolicy: 0 };
    return await bringIn(archives, call, { arrival: begun(beginning), header: line?.bytes ?? Buffer.alloc(0), lines });
  } finally {
    // However it ends, nothing of the body stays in front of the next request on the connection.
    await lines.return(undefined);
  }
}

interface Incoming {
  readonly arrival: Arrival;
  readonly header: Buffer;
  readonly lines: AsyncGenerator<Line>;
}

async function bringIn(
  archives: RestDeps['archives'],
  { person, closing }: ImportCall,
  { arrival, header, lines }: Incoming,
): Promise<Imported> {
  try {
    const feeding = new Feeding(archives, arrival);
    feeding.tally.add('header', header);
    const wantedPolicy = await feed(feeding, lines, closing);
    const { records } = feeding.tally;
    return { project: await archives.finish(person, arrival), created: true, records, wantedPolicy };
  } catch (error) {
    await abandon(archives, arrival);
    throw error;
  }
}

const abandonAttempts = 3;

/** A store that stays away leaves it to the next attempt and to the sweep. */
async function abandon(archives: RestDeps['archives'], arrival: Arrival): Promise<void> {
  for (let attempt = 1; attempt <= abandonAttempts; attempt += 1) {
    try {
      await archives.abandon(arrival);
      return;
    } catch {
      await sleep(500 * attempt);
    }
  }
}

function begun(beginning: Exclude<Beginning, { readonly outcome: 'there' }>): Arrival {
  if (beginning.outcome === 'begun') return beginning.arrival;
  if (beginning.outcome === 'busy') {
    const message =
      'another request is bringing this archive into this workspace, or was cut off a moment ago; send it again once that has ended, or after the seconds of Retry-After';
    throw new CairnError('CONFLICT', { message, retryAfter: beginning.seconds });
  }
  return done<never>(beginning.outcome, noSuchWorkspace);
}

/** Collects records into batches and writes them. */
class Feeding {
  readonly tally = new ArchiveTally();
  readonly #archives: RestDeps['archives'];
  readonly #arrival: Arrival;
  #batch: ArchiveRecord[] = [];
  #bytes = 0;

  constructor(archives: RestDeps['archives'], arrival: Arrival) {
    this.#archives = archives;
    this.#arrival = arrival;
  }

  async add(record: ArchiveRecord, bytes: number): Promise<void> {
    this.#batch.push(record);
    this.#bytes += bytes;
    if (this.#batch.length >= batchBounds.records || this.#bytes >= batchBounds.bytes) await this.flush();
  }

  async flush(): Promise<void> {
    const records = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    if (records.length > 0) await this.#archives.put(this.#arrival, records);
  }
}

/** Writes every line but the first; gives the policy that was in force. */
async function feed(feeding: Feeding, lines: AsyncIterable<Line>, closing: AbortSignal): Promise<number> {
  let wantedPolicy = 0;
  let end: ArchiveEnd | undefined;
  for await (const line of lines) {
    if (closing.aborted) throw new CairnError('STORE_UNAVAILABLE', { message: 'the service is about to stop; send the archive again' });
    if (end) throw bad(line.number, 'comes after the end');
    if (line.number > archiveBounds.maxRecords) throw bad(line.number, `is one more than the limit of ${archiveBounds.maxRecords}`);
    const record = readRecord(line);
    if (record.kind === 'end') {
      end = record;
      continue;
    }
    feeding.tally.add(record.kind, line.bytes as Buffer);
    if (record.kind === 'policy_state') wantedPolicy = record.active;
    await feeding.add(record, (line.bytes as Buffer).length);
  }
  await feeding.flush();
  checkEnd(end, feeding.tally);
  return wantedPolicy;
}

function checkEnd(end: ArchiveEnd | undefined, tally: ArchiveTally): void {
  if (!end) throw new CairnError('INVALID_ARGUMENT', { message: 'the archive has no last line: it broke off; take it out again' });
  if (end.sha256 !== tally.sha256) {
    throw new CairnError('INVALID_ARGUMENT', { message: 'the archive is not what was written: its digest is another one' });
  }
}
