import { type Kind, kindOf, kindOfName, kindOfType } from './kinds.ts';
import type { MediaTypeHint } from './sniff-media-type.ts';

/** What to say of a document that is not what it was sent as, by its declared type or by its name; nothing when it is. */
export function misdeclared(mediaType: string, { mediaType: declared, fileName }: MediaTypeHint): string[] {
  const actual = kindOf(mediaType);
  const byName = kindOfName(fileName);
  const byType = kindOfType(declared);
  // What a form says of a part that its sender said nothing of.
  const isSilent = byType?.mediaType === 'text/plain' && byName === actual;
  const claims = [isSilent ? undefined : byType, byName].filter((kind) => kind !== undefined);
  const wrong = actual && claims.find((claimed) => contradicts(claimed, actual));
  return wrong ? [`It was sent as ${wrong.name}, but the file is ${actual.name} and was read as that.`] : [];
}

/** Texts that are not written in tags may be called one another. */
function contradicts(claimed: Kind, actual: Kind): boolean {
  return claimed !== actual && !(isPlain(claimed) && isPlain(actual));
}

const isPlain = ({ mediaType }: Kind): boolean =>
  mediaType !== 'text/html' && (mediaType.startsWith('text/') || mediaType.endsWith('json'));
