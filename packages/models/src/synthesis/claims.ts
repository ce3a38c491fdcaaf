/** A reference in a model's answer: the number of a passage, and the words that the model says stand there. */
export interface Reference {
  readonly passage: number;
  readonly quote: string | undefined;
}

/** A sentence of a model's answer without its references. */
export interface Claim {
  readonly text: string;
  readonly references: readonly Reference[];
}

const marker = /[[【]\s*\^?(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\s*(?::?\s*["“”„«]([^\n]{1,1200}?)["“”»]\s*)?[\]】]/g;
/** Stand for markers while the text is taken apart; private use, so the text cannot have them. */
const stand = /\u{e000}(\d+)\u{e001}/gu;
const leadingStands = /^(?:\s*\u{e000}\d+\u{e001})+/u;
const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+/;

/** What models like to put below: the references once more. */
const listOfSources = /^\W*(?:sources?|references?|citations?)\W*:/i;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentences of an answer with the references that stand in or right after each. Sentences before a reference in the same
 * line share it when they have none of their own. What no reference follows is a claim without references.
 */
export function claimsOf(answer: string): readonly Claim[] {
  const found: Reference[][] = [];
  const marked = answer.replaceAll(marker, (_, numbers: string, quote: string | undefined) => {
    const passages = numbers.split(/[,;]/).map(Number);
    found.push(passages.map((passage) => ({ passage, quote: passages.length === 1 ? quote : undefined })));
    return `\u{e000}${found.length - 1}\u{e001}`;
  });
  const lines = marked.split('\n').filter((line) => !listOfSources.test(line));
  return lines.flatMap((line) => claimsOfLine(line.replace(bullet, ''), found));
}

function claimsOfLine(line: string, found: readonly (readonly Reference[])[]): readonly Claim[] {
  const claims = sentencesOf(line).map((sentence) => ({
    text: sentence
      .replaceAll(stand, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ (?=[.,;:!?…])/g, '')
      .trim(),
    references: Array.from(sentence.matchAll(stand)).flatMap(([, index]) => found[Number(index)] ?? []),
  }));
  let following: readonly Reference[] = [];
  const shared = claims.toReversed().map(({ text, references }) => {
    if (references.length > 0) following = references;
    return { text, references: following };
  });
  return shared.toReversed().filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** Sentences; references at the start of one belong to the one before, and what is too short to be one to the one after. */
function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = [];
  let fragment = '';
  for (const { segment } of segmenter.segment(line)) {
    const [lead = ''] = leadingStands.exec(segment) ?? [];
    const isAfterOne = fragment === '' && sentences.length > 0;
    if (isAfterOne) sentences.push(`${sentences.pop() ?? ''}${lead}`);
    const sentence = fragment + (isAfterOne ? segment.slice(lead.length) : segment);
    const isFragment = words(sentence) < 3 && !stand.test(sentence);
    stand.lastIndex = 0;
    fragment = isFragment ? sentence : '';
    if (!isFragment) sentences.push(sentence);
  }
  return fragment.trim() === '' ? sentences : [...sentences, fragment];
}

function words(text: string): number {
  const spaced = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  // Scripts without spaces have long words.
  return Math.max(spaced, (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0) / 2);
}
