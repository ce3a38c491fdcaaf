interface Reference {
  readonly start: number;
  readonly end: number;
}

export interface ChunkingQuestion {
  readonly question: string;
  readonly corpus: string;
  readonly references: readonly Reference[];
}

/** Reads `question,references,corpus_id`, where references is a JSON array in a quoted field. */
export function readQuestions(csv: string): ChunkingQuestion[] {
  const record = /(?:"((?:[^"]|"")*)"|([^",\n]*)),"((?:[^"]|"")*)",([^\n]+)\n?/g;
  const questions: ChunkingQuestion[] = [];
  for (const [, quoted, plain, references, corpus] of csv.slice(csv.indexOf('\n') + 1).matchAll(record)) {
    const spans = JSON.parse((references ?? '').replaceAll('""', '"')) as { start_index: number; end_index: number }[];
    questions.push({
      question: (quoted ?? plain ?? '').replaceAll('""', '"'),
      corpus: (corpus ?? '').trim(),
      references: spans.map(({ start_index, end_index }) => ({ start: start_index, end: end_index })),
    });
  }
  return questions;
}
