import { errorRecord } from './error-record.ts';

const censored = '[redacted]';
const maxDepth = 6;

// Names of fields that hold a secret or what a user wrote; in lower case, without `-` and `_`.
const secretNames = ['key', 'code', 'codeverifier', 'passwd', 'session'];
const contentNames = [
  'content',
  'body',
  'rawbody',
  'text',
  'passage',
  'quote',
  'query',
  'payload',
  'arguments',
  'args',
  'params',
  'detail',
];
const privateNames = new Set([...secretNames, ...contentNames]);
const privateEnding = /(?:authorization|cookie|password|secret|token|apikey|masterkey|credential)s?$/;

/** Top-level fields that a serializer reduces later. */
const serialized = new Set(['err', 'req', 'res']);

/** A copy of what is about to be logged, without secrets, content, or objects that might hold either. */
export function withoutContent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, serialized.has(name) ? value : censor(name, value, 0)]));
}

function censor(name: string, value: unknown, depth: number): unknown {
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (isPrivate(name)) return censored;
  if (typeof value !== 'object') return value;
  if (value instanceof Error) return errorRecord(value);
  if (value instanceof Date) return value;
  if (depth === maxDepth) return '[nested]';
  if (Array.isArray(value)) return value.map((item) => censor('', item, depth + 1));
  if (!isPlain(value)) return `[${value.constructor.name}]`;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, censor(key, item, depth + 1)]));
}

function isPrivate(name: string): boolean {
  const plain = name.replaceAll(/[-_]/g, '').toLowerCase();
  return privateNames.has(plain) || privateEnding.test(plain);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const credentialsInText = [
  // Keys and tokens of this service, wherever they stand.
  [/cairn_(?:[a-z]+_)?[A-Za-z0-9_-]{32,}/g, `cairn_${censored}`],
  [/\b(bearer|basic)(\s+)[^\s"\\,]+/gi, `$1$2${censored}`],
  [/\b((?:api_?key|access_token|refresh_token|session_token|token|client_secret|password|code)=)[^&\s"\\#]+/gi, `$1${censored}`],
  // Fields of a child logger, which are put in the line past `withoutContent`.
  [/("(?:[\w-]*(?:authorization|cookie|password|secret|token|api[_-]?key|master[_-]?key)|key)":)"(?:[^"\\]|\\.)*"/gi, `$1"${censored}"`],
  // user:password@ of a connection address.
  [/(:\/\/[^\s:@/"\\]*:)[^\s@"\\]+@/g, `$1${censored}@`],
] as const;

/** The finished line with credentials cut out of its texts. What is put in needs no escaping, so the line stays JSON. */
export function withoutSecrets(line: string): string {
  return credentialsInText.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
