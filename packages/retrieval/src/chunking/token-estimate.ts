import type { Span } from './spans.ts';

/** Weights of characters in 21sts of a token: seven Latin letters, three digits or three letters of another alphabet make one. */
const whole = 21;
const latinLetter = 3;
const digitOrLetter = 7;
/** Even blanks and invisible characters count a token for every so many, so that none is without size. */
const charactersPerToken = 20;

type Weight = 'blank' | 'alone' | number;

/**
 * How many tokens a model would make of a span, without a model: a word is a token for every seven letters begun, a number one
 * for every three digits, a mark of punctuation one, an ideograph one. Over English documents this comes to a little more than
 * what WordPiece counts.
 */
export function estimateTokens(text: string, span: Span = { start: 0, end: text.length }): number {
  return measure(text, span, Number.POSITIVE_INFINITY).tokens;
}

/** The furthest end within the span up to which it counts no more than `budget` tokens. */
export function fittingEnd(text: string, span: Span, budget: number): number {
  return measure(text, span, budget).end;
}

function measure(text: string, { start, end }: Span, budget: number): { tokens: number; end: number } {
  let tokens = 0;
  let run = 0;
  for (let at = start; at < end; at += 1) {
    const weight = weigh(text.charCodeAt(at));
    if (typeof weight === 'number') {
      run += weight;
    } else {
      tokens += Math.ceil(run / whole) + (weight === 'alone' ? 1 : 0);
      run = 0;
    }
    if (tokens + run / whole > budget || (at + 1 - start) / charactersPerToken > budget) return { tokens, end: at };
  }
  return { tokens: Math.max(tokens + Math.ceil(run / whole), Math.ceil((end - start) / charactersPerToken)), end };
}

function weigh(code: number): Weight {
  if (code < 0x80) return asciiWeights[code] ?? 'alone';
  if (code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000) return 'blank';
  if (code < 0x2000) return digitOrLetter;
  return 'alone';
}

const asciiWeights: readonly Weight[] = Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return latinLetter;
  if (/\d/.test(character)) return digitOrLetter;
  return code <= 0x20 ? 'blank' : 'alone';
});
