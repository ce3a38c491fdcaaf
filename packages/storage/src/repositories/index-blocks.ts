import { packPosting, type PassageTerms } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { cutEntries, encodeEntries, packTerms, unpackTerms } from './posting-codec.ts';

/** Passages that a block holds; a multiple of the passages that share a row of vectors. */
export const blockPassages = 1024;
/** A version of more passages has blocks of its own; one of fewer is put into a shared one within its last transaction. */
const maxShared = 256;
/** Slots of a shared block, those of passages that have left it included. */
const maxSlots = 4096;

export interface VersionRef {
  readonly projectId: string;
  readonly documentId: string;
  readonly versionId: string;
}

/** Passages of a version on their way into a block. */
export interface IndexSegment {
  readonly version: VersionRef;
  /** Ordinal of the first passage. */
  readonly from: number;
  readonly passages: readonly PassageTerms[];
}

export const sharesBlock = (passages: number): boolean => passages <= maxShared;

/**
 * Makes the caller the only one that changes the project's index until its transaction ends. Whoever also locks a document locks
 * that first.
 */
export async function lockIndex(trx: Transaction<Schema>, projectId: string): Promise<void> {
  await sql`insert into cairn.knowledge_stats (project_id, passages, terms) values (${projectId}, 0, 0) on conflict do nothing`.execute(
    trx,
  );
  await sql`select from cairn.knowledge_stats where project_id = ${projectId} for update`.execute(trx);
}

/** Puts a segment into a block of the version's own, which nobody finds before `showBlocks`. */
export async function stageBlock(trx: Transaction<Schema>, termKey: Uint8Array, segment: IndexSegment): Promise<void> {
  const { projectId, versionId } = segment.version;
  const passages = segment.passages.length;
  const block = await newBlock(trx);
  await trx
    .insertInto('index_blocks')
    .values({ project_id: projectId, id: block, version_id: versionId, live: false, slots: passages, passages })
    .execute();
  await insertMember(trx, segment, { block, base: 0, terms: null });
  await insertPostings(trx, { projectId, block, postings: postingsOf(termKey, segment.passages, 0) });
}

/** Puts a short version, whole, into a block that it shares with others, where it is found at once. The index is locked. */
export async function joinBlock(trx: Transaction<Schema>, termKey: Uint8Array, segment: IndexSegment): Promise<void> {
  const { projectId } = segment.version;
  const { block, base } = await takeSlots(trx, projectId, segment.passages.length);
  const postings = postingsOf(termKey, segment.passages, base);
  await insertMember(trx, segment, { block, base, terms: packTerms(postings.map(({ term }) => term)) });
  await insertPostings(trx, { projectId, block, postings });
}

/** From now on the version's own blocks are found. */
export async function showBlocks(trx: Transaction<Schema>, { projectId, versionId }: VersionRef): Promise<void> {
  await trx
    .updateTable('index_blocks')
    .set({ live: true })
    .where('project_id', '=', projectId)
    .where('version_id', '=', versionId)
    .execute();
}

/** Blocks that an earlier attempt staged. */
export async function dropStagedBlocks(trx: Transaction<Schema>, { projectId, versionId }: VersionRef): Promise<void> {
  await trx
    .deleteFrom('index_blocks')
    .where('project_id', '=', projectId)
    .where('version_id', '=', versionId)
    .where('live', '=', false)
    .execute();
}

/** Takes what is found of a version out of its blocks. The index is locked. */
export async function leaveBlocks(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  await trx
    .deleteFrom('index_blocks')
    .where('project_id', '=', projectId)
    .where('version_id', '=', versionId)
    .where('live', '=', true)
    .execute();
  const shared = await trx
    .deleteFrom('index_members')
    .where('project_id', '=', projectId)
    .where('version_id', '=', versionId)
    .where('terms', 'is not', null)
    .returning(['block', 'base', 'passages', 'terms'])
    .execute();
  for (const { terms, ...span } of shared) if (terms) await leaveShared(trx, projectId, { ...span, terms: unpackTerms(terms) });
}

interface SharedSpan {
  readonly block: number;
  readonly base: number;
  readonly passages: number;
  readonly terms: readonly string[];
}

async function leaveShared(trx: Transaction<Schema>, projectId: string, { block, base, passages, terms }: SharedSpan): Promise<void> {
  const rows = await sql<{ term: string; entries: Uint8Array }>`select p.term::text as term, p.entries from cairn.block_postings p
    where p.project_id = ${projectId} and p.block = ${block} and p.term = any (${terms}::bigint[])`.execute(trx);
  const left = rows.rows.map(({ term, entries }) => ({ term, entries: cutEntries(entries, base, base + passages) }));
  const emptied = left.filter(({ entries }) => entries.length === 0).map(({ term }) => term);
  const kept = left.filter(({ entries }) => entries.length > 0);
  await sql`delete from cairn.block_postings where project_id = ${projectId} and block = ${block} and term = any (${emptied}::bigint[])`.execute(
    trx,
  );
  await sql`update cairn.block_postings p set entries = k.entries
    from unnest(${kept.map(({ term }) => term)}::bigint[], ${kept.map(({ entries }) => entries)}::bytea[]) as k (term, entries)
    where p.project_id = ${projectId} and p.block = ${block} and p.term = k.term`.execute(trx);
  await sql`update cairn.index_blocks set passages = passages - ${passages} where project_id = ${projectId} and id = ${block}`.execute(trx);
  await sql`delete from cairn.index_blocks where project_id = ${projectId} and id = ${block} and passages = 0`.execute(trx);
}

/** Free slots side by side in a shared block; in a new one when none has room. */
async function takeSlots(trx: Transaction<Schema>, projectId: string, passages: number): Promise<{ block: number; base: number }> {
  const { rows } = await sql<{ id: number; slots: number }>`
    update cairn.index_blocks b set slots = b.slots + ${passages}, passages = b.passages + ${passages}
    where b.project_id = ${projectId} and b.id = (
      select id from cairn.index_blocks where project_id = ${projectId} and version_id is null
        and passages + ${passages} <= ${blockPassages} and slots + ${passages} <= ${maxSlots} order by id limit 1)
    returning b.id, b.slots`.execute(trx);
  const [taken] = rows;
  if (taken) return { block: taken.id, base: taken.slots - passages };
  const block = await newBlock(trx);
  await trx
    .insertInto('index_blocks')
    .values({ project_id: projectId, id: block, version_id: null, live: true, slots: passages, passages })
    .execute();
  return { block, base: 0 };
}

async function newBlock(trx: Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('cairn.index_block_ids')::int as id`.execute(trx);
  return (rows[0] as { id: number }).id;
}

interface MemberPlace {
  readonly block: number;
  readonly base: number;
  readonly terms: Uint8Array | null;
}

async function insertMember(trx: Transaction<Schema>, { version, from, passages }: IndexSegment, place: MemberPlace): Promise<void> {
  await trx
    .insertInto('index_members')
    .values({
      project_id: version.projectId,
      ...place,
      passages: passages.length,
      version_id: version.versionId,
      document_id: version.documentId,
      first_ordinal: from,
    })
    .execute();
}

interface TermEntries {
  /** Hash under the project's key. */
  readonly term: string;
  readonly entries: Buffer;
}

/** By term, so that all who write rows of one block come by them in one order, and rows stand together by term. */
function postingsOf(termKey: Uint8Array, passages: readonly PassageTerms[], base: number): TermEntries[] {
  const byTerm = new Map<string, number[]>();
  passages.forEach(({ counts, length }, at) => {
    for (const [term, count] of counts) {
      const packed = packPosting({ slot: base + at, count, length });
      const list = byTerm.get(term);
      if (list) list.push(packed);
      else byTerm.set(term, [packed]);
    }
  });
  return Array.from(byTerm, ([term, packed]) => ({ term: hashTerm(termKey, term), entries: encodeEntries(packed) }));
}

interface BlockPostings {
  readonly projectId: string;
  readonly block: number;
  readonly postings: readonly TermEntries[];
}

async function insertPostings(trx: Transaction<Schema>, { projectId, block, postings }: BlockPostings): Promise<void> {
  // Slots are given out in order, so what comes later belongs behind what is there.
  await sql`insert into cairn.block_postings as b (project_id, term, block, entries)
    select ${projectId}, p.term, ${block}, p.entries
    from unnest(${postings.map(({ term }) => term)}::bigint[], ${postings.map(({ entries }) => entries)}::bytea[]) as p (term, entries)
    order by p.term
    on conflict (project_id, term, block) do update set entries = b.entries || excluded.entries`.execute(trx);
}
