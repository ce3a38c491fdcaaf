import type { FoundPassage, LocatedPassage, PassageIndex, PassageRef, PostingBlock, TermPostings } from '@cairn/core';
import type { Session } from '../database/session.ts';
import type { SealKey } from '../sealing/key-ring.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { hashTerm } from '../sealing/term-hash.ts';
import { decodeCodes } from './code-pages.ts';
import { decodeBlocks, decodeSpans, keepSpans, type SlotSpan } from './posting-codec.ts';
import { openPassage } from './sealed-passage.ts';

/** Rows of codes read at a time: 128 passages each at most. */
const codeRows = 400;
/** More than any index holds. */
const noBudget = Number.MAX_SAFE_INTEGER;

export function createPassageIndex(session: Session, keys: ProjectKeys): PassageIndex {
  return {
    async lookup(actor, terms, { documentIds, blocks, budget } = {}) {
      const key = await keys.of(session, actor.projectId);
      const asked = new Map(terms.map((term) => [hashTerm(key.terms, term), term]));
      const values = [actor.projectId, [...asked.keys()], budget ?? noBudget, documentIds ?? null, blocks ?? null];
      const [size, ...rows] = await session.run<PostingsRow>(statements.postings, values);
      const spans = size?.spans ? byBlock(decodeSpans(size.spans)) : undefined;
      return { stats: { passages: size?.passages ?? 0, terms: size?.terms ?? 0 }, terms: collect(rows, { asked, spans }) };
    },

    async locate(actor, slots, modelId) {
      if (slots.length === 0) return [];
      const values = [actor.projectId, slots.map(({ block }) => block), slots.map(({ slot }) => slot), modelId ?? null];
      return (await session.run<LocatedRow>(statements.locate, values)).map(toLocated);
    },

    async codes(actor, modelId, since) {
      const [row] = await session.run<CodesRow>(statements.codes, [actor.projectId, modelId, since, codeRows]);
      const { passages = 0, newest = 0, upto, codes } = row ?? {};
      const spans = codes ? decodeCodes(codes) : [];
      return { spans, upto: upto ?? undefined, more: spans.length === codeRows, newest, passages };
    },

    async passages(actor, refs) {
      if (refs.length === 0) return [];
      const key = await keys.of(session, actor.projectId);
      const values = [actor.projectId, refs.map((ref) => ref.versionId), refs.map((ref) => ref.ordinal)];
      const rows = await session.run<PassageRow>(statements.passages, values);
      return rows.map((row) => toPassage(key.seal, actor.projectId, row));
    },
  };
}

const statements = {
  postings: { name: 'read_postings', text: 'select * from cairn.read_postings($1, $2, $3, $4, $5)' },
  locate: { name: 'locate_passages', text: 'select * from cairn.locate_passages($1, $2, $3, $4)' },
  codes: { name: 'read_codes', text: 'select * from cairn.read_codes($1, $2, $3, $4)' },
  passages: { name: 'read_passages', text: 'select * from cairn.read_passages($1, $2, $3)' },
} as const;

interface PostingsRow {
  readonly passages: number | null;
  readonly terms: number | null;
  readonly spans: Uint8Array | null;
  /** Null on the first row, which carries the size. */
  readonly term: string | null;
  readonly holding: number | null;
  /** Null when the term was not read. */
  readonly entries: Uint8Array | null;
}

interface LocatedRow {
  /** From 1. */
  readonly place: number;
  readonly document_id: string;
  readonly version_id: string;
  readonly ordinal: number;
  readonly vector: Uint8Array | null;
}

interface CodesRow {
  readonly passages: number;
  readonly newest: number;
  readonly upto: number | null;
  readonly codes: Uint8Array | null;
}

interface PassageRow {
  readonly document_id: string;
  readonly title: string;
  readonly version_id: string;
  readonly ordinal: number;
  readonly start_at: number;
  readonly end_at: number;
  readonly sealed: Uint8Array;
}

type SpansByBlock = ReadonlyMap<number, readonly SlotSpan[]>;

const byBlock = (spans: readonly SlotSpan[]): SpansByBlock => Map.groupBy(spans, ({ block }) => block);

interface Asked {
  /** Terms by their hashes. */
  readonly asked: ReadonlyMap<string, string>;
  /** Where the documents are that the search keeps to; undefined for all. */
  readonly spans: SpansByBlock | undefined;
}

function collect(rows: readonly PostingsRow[], { asked, spans }: Asked): Map<string, TermPostings> {
  const found = new Map<string, TermPostings>();
  for (const { term, holding, entries } of rows) {
    const name = term === null ? undefined : asked.get(term);
    if (name !== undefined) found.set(name, { holding: holding ?? 0, blocks: entries ? within(decodeBlocks(entries), spans) : undefined });
  }
  return found;
}

function within(blocks: PostingBlock[], spans: SpansByBlock | undefined): PostingBlock[] {
  return spans ? blocks.map((block) => keepSpans(block, spans.get(block.block) ?? [])) : blocks;
}

function toLocated({ place, document_id, version_id, ordinal, vector }: LocatedRow): LocatedPassage {
  return {
    place: place - 1,
    documentId: document_id,
    versionId: version_id,
    ordinal,
    vector: vector ? new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength) : null,
  };
}

function toPassage(key: SealKey, projectId: string, row: PassageRow): FoundPassage {
  const ref: PassageRef = { documentId: row.document_id, versionId: row.version_id, ordinal: row.ordinal };
  const content = openPassage(key, { projectId, ...ref }, row.sealed);
  return { ...ref, title: row.title, start: row.start_at, end: row.end_at, ...content };
}
