import type { Answer, Citation, SearchHit } from '@cairn/core';

const markers = /\[(\d{1,4})\]/g;

/** Whether a quote stands word for word where it says, inside one of the passages. */
function isVerbatim({ documentId, quote, start, end }: Citation, hits: readonly SearchHit[]): boolean {
  return (
    quote !== '' &&
    hits.some(
      (hit) =>
        hit.documentId === documentId &&
        start >= hit.start &&
        end <= hit.end &&
        hit.text.slice(start - hit.start, end - hit.start) === quote,
    )
  );
}

/**
 * Whether an answer stands on its passages: something is cited, every quote is verbatim, and every `[n]` written in the answer
 * is the marker of exactly one citation.
 */
export function isSupported({ answer, citations }: Answer, hits: readonly SearchHit[]): boolean {
  const cited = new Set(citations.map(({ marker }) => marker));
  return (
    citations.length > 0 &&
    cited.size === citations.length &&
    citations.every((citation) => isVerbatim(citation, hits)) &&
    Array.from(answer.matchAll(markers)).every(([, marker]) => cited.has(Number(marker)))
  );
}
