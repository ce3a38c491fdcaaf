import { kindOf, kindOfName } from './kinds.ts';

/** What to say of a document that is not what its name ends like; nothing when it is, or when both are plain text. */
export function misnamed(title: string, mediaType: string): string[] {
  const named = kindOfName(title);
  const actual = kindOf(mediaType);
  if (!named || !actual || named === actual || (isText(named.mediaType) && actual.mediaType !== 'text/html' && isText(actual.mediaType)))
    return [];
  return [`The title ends like ${named.name}, but the file is ${actual.name} and was read as that.`];
}

const isText = (mediaType: string): boolean => mediaType.startsWith('text/') || mediaType.endsWith('json');
