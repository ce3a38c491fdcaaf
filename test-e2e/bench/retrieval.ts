/**
 * Quality of search by words alone and of extractive answers on questions with known answers, without a database; a minute. With
 * the model and from outside: `retrieval-product.ts`.
 *
 *     node --conditions=@cairn/source test-e2e/bench/retrieval.ts <folder>
 *
 * The folder holds the question sets that `retrieval/question-sets.ts` names.
 */
import { measures, type Source } from './retrieval/measures.ts';
import { createMemoryKnowledge, type MemoryKnowledge } from './retrieval/memory-knowledge.ts';
import { mean } from './retrieval/metrics.ts';
import { readDocumentation, readStretches } from './retrieval/question-sets.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder of the question sets');

const known: MemoryKnowledge[] = [];

async function know(sources: readonly Source[]) {
  const knowledge = await createMemoryKnowledge(sources);
  known.push(knowledge);
  return {
    search: async (question: string, limit: number) =>
      (await knowledge.search(question, limit)).hits.map(({ documentId, ...hit }) => ({ ...hit, source: documentId })),
  };
}

for (const name of ['documentation', 'code', 'stretches'] as const) {
  const figures = await measures[name]({ know }, folder);
  console.log(`${name}, ${known.at(-1)?.passages ?? 0} passages: ${figures}`);
}
const [sections, , texts] = known;
if (sections && texts) await reportAnswers(folder, sections, texts);

/** How often a question is answered where the answer is, and where nothing is about it. */
async function reportAnswers(from: string, documentation: MemoryKnowledge, stretches: MemoryKnowledge): Promise<void> {
  const aboutDocumentation = readDocumentation(from).questions.map(({ question }) => question);
  const aboutStretches = readStretches(from).questions.map(({ question }) => question);
  const rates = await Promise.all([
    answered(documentation, aboutDocumentation),
    answered(stretches, aboutStretches),
    answered(stretches, aboutDocumentation),
    answered(documentation, aboutStretches),
  ]);
  console.log(`answers: on the subject ${rates[0]} and ${rates[1]}, off the subject ${rates[2]} and ${rates[3]}`);
}

async function answered(knowledge: MemoryKnowledge, questions: readonly string[]): Promise<string> {
  const findings = await Promise.all(questions.map((question) => knowledge.search(question, 8)));
  return mean(findings.map(({ kind }) => (kind === 'none' ? 0 : 1))).toFixed(3);
}
