import { estimateTokens } from '@cairn/retrieval';
import { type Conversation, readConversations } from './conversations.ts';
import { coverage, mean, ndcg, recall, type Stretch } from './metrics.ts';
import { readCode, readDocumentation, readStretches } from './question-sets.ts';

export interface Source {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly mediaType: string;
}

/** A passage that was found, and what it is from. */
export interface Hit extends Stretch {
  readonly source: string;
  readonly text: string;
}

/** A knowledge base that holds some sources. */
export interface Knowledge {
  search(question: string, limit: number): Promise<readonly Hit[]>;
}

/** What was remembered of one conversation; finds ids of turns, best first. */
export interface Recall {
  search(question: string, limit: number): Promise<readonly string[]>;
}

export interface Subject {
  /** Makes a knowledge base of nothing but these. */
  know(sources: readonly Source[]): Promise<Knowledge>;
  /** Remembers the turns of one conversation, apart from others. */
  remember?(conversation: Conversation): Promise<Recall>;
}

/** A line of figures for each set. */
export const measures = {
  documentation: measureDocumentation,
  code: measureCode,
  stretches: measureStretches,
  conversations: measureConversations,
} as const satisfies Record<string, (subject: Subject, folder: string) => Promise<string>>;

/** As many passages as a search gives at most. */
const pageSize = 50;

async function measureDocumentation(subject: Subject, folder: string): Promise<string> {
  const { sections, questions } = readDocumentation(folder);
  const knowledge = await subject.know(
    sections.map(({ chunk_link, chunk_heading, text }) => ({
      id: chunk_link,
      // A title names one document only; some sections have the same heading.
      title: `${chunk_heading} (${chunk_link})`,
      text,
      mediaType: 'text/markdown',
    })),
  );
  const found = await each(questions, ({ question }) => sourcesFound(knowledge, question));
  const scores = questions.map(({ correct_chunks }, at) => ({ found: found[at] ?? [], gold: correct_chunks }));
  const quality = mean(scores.map((score) => ndcg(score.found, score.gold)));
  const share = mean(scores.map((score) => recall(score.found.slice(0, 10), score.gold)));
  return `nDCG@10 ${quality.toFixed(3)} R@10 ${share.toFixed(3)}`;
}

async function measureCode(subject: Subject, folder: string): Promise<string> {
  const { files, questions } = readCode(folder);
  const knowledge = await subject.know(
    files.flatMap(({ original_uuid, chunks }) =>
      chunks.map(({ chunk_id, original_index, content }) => ({
        id: `${original_uuid} ${original_index}`,
        title: chunk_id,
        text: content,
        mediaType: 'text/plain',
      })),
    ),
  );
  const found = await each(questions, ({ query }) => sourcesFound(knowledge, query));
  const gold = questions.map(({ golden_chunk_uuids }) => golden_chunk_uuids.map((pair) => pair.join(' ')));
  const share = (limit: number): string => percent(mean(gold.map((right, at) => recall((found[at] ?? []).slice(0, limit), right))));
  return `R@5 ${share(5)} R@10 ${share(10)} R@20 ${share(20)}`;
}

/** Share of the characters that answer a question in the passages that fill a budget of 1,500 tokens, and in the first that pass it. */
async function measureStretches(subject: Subject, folder: string): Promise<string> {
  const { corpora, questions } = readStretches(folder);
  const knowledge = await subject.know(corpora.map(({ name, text }) => ({ id: name, title: name, text, mediaType: 'text/markdown' })));
  const shares = await each(questions, async ({ question, corpus, gold }) => {
    const hits = await knowledge.search(question, pageSize);
    const before = runningTotal(hits.map(({ text }) => estimateTokens(text)));
    const inCorpus = (kept: readonly Hit[]): number =>
      coverage(
        kept.filter(({ source }) => source === corpus),
        gold,
      );
    return {
      within: inCorpus(hits.filter((_, at) => (before[at + 1] ?? 0) <= 1500)),
      passing: inCorpus(hits.filter((_, at) => (before[at] ?? 0) < 1500)),
    };
  });
  return `recall within 1,500 tokens ${percent(mean(shares.map(({ within }) => within)))}, with the passage that passes them ${percent(mean(shares.map(({ passing }) => passing)))}`;
}

async function measureConversations(subject: Subject, folder: string): Promise<string> {
  if (!subject.remember) return 'not measured here';
  const asked: { category: number; turns: number; sessions5: number; sessions10: number }[] = [];
  for (const conversation of readConversations(folder)) {
    const memory = await subject.remember(conversation);
    const sessionOf = new Map(conversation.turns.map(({ id, session }) => [id, session]));
    const scores = await each(conversation.questions, async ({ question, evidence, category }) => {
      const found = await memory.search(question, pageSize);
      const sessions = [...new Set(found.map((id) => sessionOf.get(id)))];
      const gold = new Set(evidence.map((id) => sessionOf.get(id)));
      const hit = (limit: number): number => Number(sessions.slice(0, limit).some((session) => gold.has(session)));
      return { category, turns: recall(found.slice(0, 10), evidence), sessions5: hit(5), sessions10: hit(10) };
    });
    asked.push(...scores);
  }
  const turns = (categories: readonly number[]): string =>
    percent(mean(asked.filter(({ category }) => categories.includes(category)).map((score) => score.turns)));
  const kinds = `several ${turns([1])}, time ${turns([2])}, open ${turns([3])}, one ${turns([4])}, adversarial ${turns([5])}`;
  const hits = [mean(asked.map(({ sessions5 }) => sessions5)), mean(asked.map(({ sessions10 }) => sessions10))].map(percent);
  return `turn R@10 ${turns([1, 2, 3, 4])} (${kinds}), session hit@5 ${hits[0]} hit@10 ${hits[1]}`;
}

async function sourcesFound(knowledge: Knowledge, question: string): Promise<string[]> {
  return [...new Set((await knowledge.search(question, pageSize)).map(({ source }) => source))];
}

function runningTotal(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** A few at a time, in order. */
async function each<Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += 4) values.push(...(await Promise.all(items.slice(at, at + 4).map(work))));
  return values;
}
