/**
 * Quality of search and of extractive answers on questions with known answers, without a database:
 *
 *     node --conditions=@cairn/source test-e2e/bench/retrieval.ts <folder>
 *
 * The folder holds the question sets that `retrieval/question-sets.ts` names.
 */
import { estimateTokens } from '@cairn/retrieval';
import { createMemoryKnowledge, type MemoryKnowledge } from './retrieval/memory-knowledge.ts';
import { readCode, readDocumentation, readStretches } from './retrieval/question-sets.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder of the question sets');

const { sections, questions: sectionQuestions } = readDocumentation(folder);
const { files, questions: codeQuestions } = readCode(folder);
const { corpora, questions: stretchQuestions } = readStretches(folder);

const documentation = await createMemoryKnowledge(
  sections.map(({ chunk_link, chunk_heading, text }) => ({ id: chunk_link, title: chunk_heading, text })),
);
const code = await createMemoryKnowledge(
  files.flatMap(({ original_uuid, chunks }) =>
    chunks.map(({ original_index, content }) => ({
      id: `${original_uuid} ${original_index}`,
      title: 'Code',
      text: `\`\`\`\n${content}\n\`\`\``,
    })),
  ),
);
const stretches = await createMemoryKnowledge(corpora.map(({ name, text }) => ({ id: name, title: name, text })));

await reportDocumentation();
await reportCode();
await reportStretches();
await reportAnswers();

async function reportDocumentation(): Promise<void> {
  const scores = await Promise.all(
    sectionQuestions.map(async ({ question, correct_chunks }) => {
      const found = await documentsFound(documentation, question);
      return { ndcg: ndcg(found, correct_chunks), recall: recall(found, correct_chunks) };
    }),
  );
  const [quality, share] = [mean(scores.map((score) => score.ndcg)), mean(scores.map((score) => score.recall))];
  console.log(`documentation, ${documentation.passages} passages: nDCG@10 ${quality} R@10 ${share}`);
}

async function reportCode(): Promise<void> {
  const found = await Promise.all(codeQuestions.map(({ query }) => documentsFound(code, query, 20)));
  const shares = [5, 10, 20].map((limit) =>
    mean(
      codeQuestions.map(({ golden_chunk_uuids }, at) =>
        recall(
          found[at]?.slice(0, limit) ?? [],
          golden_chunk_uuids.map((pair) => pair.join(' ')),
        ),
      ),
    ),
  );
  console.log(`code, ${code.passages} passages: R@5 ${shares[0]} R@10 ${shares[1]} R@20 ${shares[2]}`);
}

/** Share of the characters that answer a question in the first passages that fit into a budget of 1,500 tokens. */
async function reportStretches(): Promise<void> {
  const shares = await Promise.all(
    stretchQuestions.map(async ({ question, corpus, gold }) => {
      const { hits } = await stretches.search(question, 50);
      let spent = 0;
      const context = hits.filter(({ text }) => (spent += estimateTokens(text)) <= 1500).filter(({ documentId }) => documentId === corpus);
      const covered = gold.map(({ start, end }) => context.reduce((sum, hit) => sum + overlap({ start, end }, hit), 0));
      return total(covered) / total(gold.map(({ start, end }) => end - start));
    }),
  );
  console.log(`stretches, ${stretches.passages} passages: recall at 1,500 tokens ${mean(shares)}`);
}

/** How often a question is answered where the answer is, and where nothing is about it. */
async function reportAnswers(): Promise<void> {
  const aboutDocumentation = sectionQuestions.map(({ question }) => question);
  const aboutStretches = stretchQuestions.map(({ question }) => question);
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
  return mean(findings.map(({ kind }) => (kind === 'none' ? 0 : 1)));
}

async function documentsFound(knowledge: MemoryKnowledge, question: string, limit = 10): Promise<string[]> {
  const { hits } = await knowledge.search(question, 100);
  return [...new Set(hits.map(({ documentId }) => documentId))].slice(0, limit);
}

function recall(found: readonly string[], gold: readonly string[]): number {
  return gold.filter((id) => found.includes(id)).length / gold.length;
}

function ndcg(found: readonly string[], gold: readonly string[]): number {
  const ideal = total(Array.from({ length: Math.min(gold.length, 10) }, (_, rank) => gain(rank)));
  return total(found.map((id, rank) => (gold.includes(id) ? gain(rank) : 0))) / ideal;
}

function gain(rank: number): number {
  return 1 / Math.log2(rank + 2);
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): string {
  return (total(values) / values.length).toFixed(3);
}
