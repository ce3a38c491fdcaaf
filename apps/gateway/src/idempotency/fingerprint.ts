import { hash } from 'node:crypto';

/** Digest of what a request asks for: the order of keys does not count, everything else does. */
export function fingerprintOf(operation: string, input: unknown): string {
  return hash('sha256', `${operation}\n${canonicalJson(input)}`, 'base64url');
}

/** JSON with sorted keys; bytes stand as their digest. The JSON parser bounds how deep a body nests, and so this recursion. */
function canonicalJson(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes:${hash('sha256', value, 'base64url')}`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return `{${membersOf(value).join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

function membersOf(value: object): readonly string[] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
}
