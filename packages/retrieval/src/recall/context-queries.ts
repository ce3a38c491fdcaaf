import { analyseQuery } from '../analysis/analyse.ts';
import { sentences } from '../chunking/sentences.ts';

/** A task is looked up in so many ways at most; each costs a search of its own. */
const maxQueries = 3;
/** A task of no more terms than this is one question. */
const shortTask = 24;

/**
 * What to search for a task: the whole of it, and, when it is long, the sentences of it that ask for the most, since a long text
 * alone finds what is a little about all of it.
 */
export function contextQueries(task: string): readonly string[] {
  if (analyseQuery(task).length <= shortTask) return [task];
  const parts = sentences(task).map(({ start, end }) => task.slice(start, end).trim());
  const telling = parts
    .map((text, at) => ({ text, at, terms: analyseQuery(text).length }))
    .filter(({ terms }) => terms > 1)
    .toSorted((a, b) => b.terms - a.terms || a.at - b.at)
    .slice(0, maxQueries - 1);
  return [...new Set([task, ...telling.toSorted((a, b) => a.at - b.at).map(({ text }) => text)])];
}
