import type { Citation, FoundPassage, SearchHit } from '@cairn/core';
import { askedTerms, says, termsIn } from '../analysis/answer-terms.ts';
import { languagesOf } from '../analysis/language-of.ts';

/**
 * The path of headings to show for a passage: that above all of it, or, when it is of several sections, that of the one which says most of
 * the query; of equal ones the first.
 */
export function sectionFor(query: string, { text, start, end, sections }: FoundPassage): readonly string[] | undefined {
  if (!sections) return undefined;
  const asked = askedTerms(query);
  const languages = languagesOf(text);
  let best = sections[0];
  let most = 0;
  for (const [at, section] of sections.entries()) {
    const own = text.slice(section.start - start, (sections[at + 1]?.start ?? end) - start);
    const said = termsIn([own, ...section.headings].join('\n'), languages);
    const count = asked.filter((each) => says(said, each)).length;
    if (count > most) [best, most] = [section, count];
  }
  return best?.headings;
}

/** A citation with the headings above its quote and its page, by the passage that it quotes. */
export function placed(citation: Citation, hits: readonly SearchHit[]): Citation {
  const hit = hits.find(
    ({ documentId, start, end }) => documentId === citation.documentId && start <= citation.start && citation.end <= end,
  );
  if (!hit) return citation;
  const section = hit.sections?.findLast(({ start }) => start <= citation.start);
  return { ...citation, headings: section?.headings ?? hit.headings, ...(hit.page !== undefined && { page: hit.page }) };
}
