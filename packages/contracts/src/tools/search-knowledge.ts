import { searchBounds } from '@cairn/core';
import { z } from 'zod';
import { text, uuid, wholeNumber } from '../reading/fields.ts';
import { reads, success } from './tool-contract.ts';
import type { ToolContract } from './tool-contract.ts';

const { maxQueryCharacters, defaultLimit, maxLimit } = searchBounds;
const maxDocumentIds = 100;

const args = z.strictObject({
  query: text({
    description: `What to look for, as a question or as words, 1 to ${maxQueryCharacters} characters. Every character is literal; there are no operators.`,
    max: maxQueryCharacters,
    unit: 'characters',
    refuseBlank: true,
  }),
  limit: wholeNumber(
    1,
    `How many passages to return at most. Default ${defaultLimit}; a greater number than ${maxLimit} is read as ${maxLimit}.`,
  ).optional(),
  document_ids: z
    .array(uuid('The document_id of a document.'))
    .min(1)
    .max(maxDocumentIds)
    .meta({ description: `Search in these documents only, up to ${maxDocumentIds}. Leave it out to search all.` })
    .optional(),
  synthesize: z.boolean().meta({ description: 'Whether to write an answer from the passages. Default true.' }).optional(),
});

const span = {
  start: wholeNumber(0, "Where it begins in the document's full content, in UTF-16 code units."),
  end: wholeNumber(0, 'Where it ends, exclusive, in UTF-16 code units.'),
};

const hit = z.strictObject({
  document_id: uuid('The document that the passage is from.'),
  title: z.string().meta({ description: "The document's title." }),
  passage: z.string().meta({ description: 'The text of the passage.' }),
  score: z.number().meta({ description: 'Greater is better; comparable within this answer only.' }),
  ...span,
  heading: z
    .string()
    .meta({
      description:
        'The headings above the passage, outermost first, joined by " > ". Of a passage that spans several sections, those of the section that says most of the query.',
    })
    .optional(),
  page: wholeNumber(1, 'The page that the passage begins on, for documents that have pages.').optional(),
});

const citation = z.strictObject({
  marker: wholeNumber(1, 'Number of the citation; the answer refers to it as [1].'),
  document_id: uuid('The document that is cited.'),
  title: z.string().meta({ description: "The document's title." }),
  quote: z.string().meta({ description: "The cited words, verbatim from the document's full content." }),
  ...span,
  heading: z.string().meta({ description: 'The headings above the quote, outermost first, joined by " > ".' }).optional(),
  page: wholeNumber(1, 'The page that the cited passage begins on, for documents that have pages.').optional(),
});

export const searchKnowledge = {
  name: 'search_knowledge',
  title: 'Search the knowledge base',
  description:
    "Searches the project's documents and answers from what they say, with citations. Use it before answering questions that the project's documents may cover. " +
    'Returns the passages found (results, best first), and an answer whose claims carry markers such as [1] that citations resolve to verbatim quotes. ' +
    'answer_kind is "model" for a written answer, "extractive" for sentences taken from the passages, "none" when nothing supports an answer; ' +
    'answer is null then, and answer_error says why when a model should have written one. ' +
    'Documents that are still being processed are not found yet; list_knowledge_documents shows their status.',
  annotations: reads,
  args,
  result: z.strictObject({
    success,
    query: z.string().meta({ description: 'The query that was searched for.' }),
    answer: z.string().nullable().meta({ description: 'The answer; null when answer_kind is "none".' }),
    answer_kind: z.enum(['model', 'extractive', 'none']).meta({ description: 'How the answer came about.' }),
    answer_error: z
      .strictObject({
        code: z.string().meta({ description: 'Stable, such as "provider_timeout".' }),
        message: z.string().meta({ description: 'What happened, for people.' }),
      })
      .meta({ description: 'Why no answer was written although a model should have; the passages are complete.' })
      .optional(),
    citations: z.array(citation),
    results: z.array(hit),
    total: wholeNumber(0, 'How many passages matched in all.'),
  }),
} as const satisfies ToolContract;
