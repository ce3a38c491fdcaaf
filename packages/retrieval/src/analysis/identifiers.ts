import { normalise } from './normalise.ts';
import { tokenise } from './tokens.ts';
import { wordTerms } from './words.ts';

/** A word with digits, or whose letters are joined by an underscore, a dot or a capital in the middle: `max_connections`, `v1.2.3`, `fooBar`, `E1042`. */
const identifier = /[\p{N}_]|\p{L}\.\p{L}|\p{Ll}\p{Lu}|^\p{Sc}|[+#%]$/u;

/**
 * Whether a query asks for nothing but identifiers and numbers. These mean themselves: what a model of language takes for near to
 * `file_name` or `E1042` is not what was asked for.
 */
export function asksForIdentifiers(query: string): boolean {
  const tokens = tokenise(normalise(query)).filter(({ kind, text }) => kind !== 'word' || wordTerms(text).stopWord === undefined);
  return tokens.length > 0 && tokens.every(({ kind, text }) => kind === 'word' && identifier.test(text));
}
