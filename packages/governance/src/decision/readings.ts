import { posix } from 'node:path';

/**
 * What a value may be read as by whoever takes it for a path or an address: as it is and, where it has steps (`.`, `..`, doubled slashes,
 * also written as `%2e` and the like), without them. A rule that allows is about all of them, another one about any.
 */
export function readingsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'string' || !hasSteps.test(value)) return [value];
  const plain = value
    .replaceAll(/%2e/gi, '.')
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/\\|%5c/gi, '/');
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(plain)?.[0] ?? '';
  const path = plain.slice(origin.length);
  return [value, path === '' ? origin : origin + posix.normalize(path)];
}

const hasSteps = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)|(?:^|[^:/])\/\//i;
