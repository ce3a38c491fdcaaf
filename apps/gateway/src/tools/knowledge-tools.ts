import { toolCatalog } from '@cairn/contracts';
import { listDocuments, pageOf, readDocument, searchBounds } from '@cairn/core';
import type { AnswerWriter, Citation, Document, Reranker, SearchHit } from '@cairn/core';
import { searchKnowledge } from '@cairn/retrieval';
import type { DenseSearch } from '@cairn/retrieval';
import { bindTool } from './bind-tool.ts';
import type { Tool, ToolContext } from './tool.ts';

export interface KnowledgeToolDeps {
  /** Writes the answer of search_knowledge. */
  readonly answers: AnswerWriter;
  /** Absent: words alone decide. */
  readonly dense?: DenseSearch | undefined;
  readonly reranker?: Reranker | undefined;
}

/** The tools of the knowledge base, in the order of the catalog. */
export function knowledgeTools({ answers, dense, reranker }: KnowledgeToolDeps): readonly Tool[] {
  return [
    bindTool(toolCatalog.search_knowledge, async ({ actor, stores, signal, report }, args) => {
      const deps = { passages: stores.passages, answers: reporting(answers, report), dense, reranker };
      const found = await searchKnowledge(deps, actor, {
        query: args.query,
        limit: Math.min(args.limit ?? searchBounds.defaultLimit, searchBounds.maxLimit),
        documentIds: args.document_ids,
        synthesize: args.synthesize ?? true,
        signal,
      });
      return {
        query: args.query,
        answer: found.kind === 'none' ? null : found.answer,
        answer_kind: found.kind,
        ...(found.error && { answer_error: found.error }),
        citations: found.citations.map(toToolCitation),
        results: found.hits.map(toToolHit),
        total: found.total,
      };
    }),
    bindTool(toolCatalog.list_knowledge_documents, async ({ actor, stores }, args) => {
      const { items, total, limit, offset } = await listDocuments(stores, actor, pageOf(args));
      return { documents: items.map(toToolDocument), total, limit, offset };
    }),
    bindTool(toolCatalog.get_document_full_content, async ({ actor, stores }, args) => {
      const slice = await readDocument(stores, actor, args.document_id, {
        offset: args.offset ?? 0,
        maxCharacters: args.max_characters,
      });
      return {
        document_id: slice.documentId,
        title: slice.title,
        content: slice.content,
        total_characters: slice.totalCharacters,
        next_offset: slice.nextOffset,
        ...(slice.failure && { status: 'failed' as const, error: slice.failure }),
      };
    }),
  ];
}

/** Tells a caller that passages were found and an answer is being written, where that takes time. */
function reporting(answers: AnswerWriter, report: ToolContext['report']): AnswerWriter {
  if (!report || !answers.takesTime) return answers;
  return {
    async write(query, hits, signal) {
      report({ progress: 1, total: 2, message: `${hits.length} passages found; the answer is being written` });
      const answer = await answers.write(query, hits, signal);
      report({
        progress: 2,
        total: 2,
        message: answer.kind === 'none' ? 'no answer was written' : 'the answer is checked against its passages',
      });
      return answer;
    },
  };
}

const toToolDocument = (document: Document) => ({
  document_id: document.id,
  title: document.title,
  media_type: document.mediaType,
  size_bytes: document.sizeBytes,
  status: document.status,
  created_at: document.createdAt,
  updated_at: document.updatedAt,
  ...(document.error === null ? {} : { error: document.error }),
});

const toToolHit = (hit: SearchHit) => ({
  document_id: hit.documentId,
  title: hit.title,
  passage: hit.text,
  score: hit.score,
  start: hit.start,
  end: hit.end,
  ...placeOf(hit.section ?? hit.headings, hit.page),
});

const placeOf = (headings: readonly string[], page: number | undefined) => ({
  ...(headings.length === 0 ? {} : { heading: headings.join(' > ') }),
  ...(page === undefined ? {} : { page }),
});

const toToolCitation = (citation: Citation) => ({
  marker: citation.marker,
  document_id: citation.documentId,
  title: citation.title,
  quote: citation.quote,
  start: citation.start,
  end: citation.end,
  ...placeOf(citation.headings ?? [], citation.page),
});
