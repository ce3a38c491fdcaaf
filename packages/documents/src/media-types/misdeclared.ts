import { type Kind, kindOf, kindOfName, kindOfType } from './kinds.ts';
import type { MediaTypeHint } from './sniff-media-type.ts';

/** What to say of a document that is not what it was sent as, by its declared type or by its name; nothing when it is. */
export function misdeclared(mediaType: string, { mediaType: declared, fileName }: MediaTypeHint): string[] {
  const actual = kindOf(mediaType);
  const claims = [kindOfType(declared), kindOfName(fileName)].filter((kind) => kind !== undefined);
  const wrong = actual && claims.find((claimed) => contradicts(claimed, actual));
  return wrong ? [`It was sent as ${wrong.name}, but the file is ${actual.name} and was read as that.`] : [];
}

/** Texts that are not written in tags may be called one another. */
function contradicts(claimed: Kind, actual: Kind): boolean {
  return claimed !== actual && !(isPlain(claimed) && isPlain(actual));
}

const isPlain = ({ mediaType }: Kind): boolean =>
  mediaType !== 'text/html' && (mediaType.startsWith('text/') || mediaType.endsWith('json'));
