import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const sections = z.array(z.object({ chunk_link: z.string(), chunk_heading: z.string(), text: z.string() }));
const sectionQuestions = z.array(z.object({ question: z.string(), correct_chunks: z.array(z.string()) }));

/** 232 sections of documentation and 100 questions, each with the sections that answer it (anthropics/anthropic-cookbook, MIT). */
export function readDocumentation(folder: string) {
  return {
    sections: sections.parse(json(folder, 'anthropic-docs', 'anthropic_docs.json')),
    questions: sectionQuestions.parse(json(folder, 'anthropic-docs', 'docs_evaluation_dataset.json')),
  };
}

const chunks = z.array(z.object({ chunk_id: z.string(), original_index: z.number(), content: z.string() }));
const files = z.array(z.object({ original_uuid: z.string(), chunks }));
const fileQuestion = z.object({ query: z.string(), golden_chunk_uuids: z.array(z.tuple([z.string(), z.number()])) });

/** 737 chunks of code and 248 questions, each with the chunks that answer it (anthropics/anthropic-cookbook, MIT). */
export function readCode(folder: string) {
  const lines = text(folder, 'anthropic-docs', 'evaluation_set.jsonl').trim().split('\n');
  return {
    files: files.parse(json(folder, 'anthropic-docs', 'codebase_chunks.json')),
    questions: lines.map((line) => fileQuestion.parse(JSON.parse(line))),
  };
}

const references = z.array(z.object({ start_index: z.number(), end_index: z.number() }));

/** Five long texts and 472 questions, each with the stretches that answer it (brandonstarxel/chunking_evaluation, MIT). */
export function readStretches(folder: string) {
  const questions = Array.from(records(text(folder, 'chunking-eval', 'questions_df.csv')), ([question, source, corpus]) => ({
    question,
    corpus,
    gold: references.parse(JSON.parse(source)).map(({ start_index, end_index }) => ({ start: start_index, end: end_index })),
  }));
  const names = [...new Set(questions.map(({ corpus }) => corpus))];
  return { questions, corpora: names.map((name) => ({ name, text: text(folder, 'chunking-eval', `${name}.md`) })) };
}

/** The three fields of each record of a CSV file, without its head. */
function* records(csv: string): Generator<[string, string, string]> {
  const record = /(?:"((?:[^"]|"")*)"|([^",\n]*)),"((?:[^"]|"")*)",([^\r\n]+)\r?\n?/g;
  for (const [, quoted, plain, second = '', third = ''] of csv.slice(csv.indexOf('\n') + 1).matchAll(record)) {
    yield [(quoted ?? plain ?? '').replaceAll('""', '"'), second.replaceAll('""', '"'), third];
  }
}

function text(...path: string[]): string {
  return readFileSync(join(...path), 'utf8');
}

function json(...path: string[]): unknown {
  return JSON.parse(text(...path));
}
