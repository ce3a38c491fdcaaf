import { posix } from 'node:path';
import { isOneLine, withoutHidden } from '../shell/hidden-characters.ts';

/**
 * What a value may be read as by whoever takes it for a path or an address: as it is, without what nobody sees in it and, where it has
 * steps (`.`, `..`, doubled slashes, also written as `%2e` and the like), without them. A rule that allows is about all of them, another
 * one about any.
 */
export function readingsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [value];
  if (isOneLine(value)) return hasSteps.test(value) ? [value, withoutSteps(value)] : [value];
  const seen = withoutHidden(value);
  return [value, seen, withoutSteps(value), withoutSteps(seen)];
}

function withoutSteps(text: string): string {
  if (!hasSteps.test(text)) return text;
  const plain = text
    .replaceAll(/%(?:25)*2e/gi, '.')
    .replaceAll(/%(?:25)*2f/gi, '/')
    .replaceAll(/\\|%(?:25)*5c/gi, '/');
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(plain)?.[0] ?? '';
  const rest = plain.slice(origin.length);
  // Only of an address is there more than a path.
  const path = origin === '' ? rest : (/^[^?#]*/.exec(rest)?.[0] ?? rest);
  return path === '' ? plain : origin + posix.normalize(path) + rest.slice(path.length);
}

const hasSteps = /(?:^|[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){1,2}(?:$|[/\\?#]|%(?:25)*(?:2f|5c))|(?:^|[^:/])\/\//i;
