import type { ChainKind } from './chain.ts';

/** What an entry says, by column. `at` is ISO 8601 in UTC; `detail` is JSON as text, exactly as it is hashed. */
export type EntryColumns = Readonly<Record<string, string | number | null>>;

/** The columns of an entry in the order in which they are hashed, after the kind of the chain. */
const columnsOf = {
  project: [
    'project_id',
    'id',
    'at',
    'user_id',
    'credential_kind',
    'credential_id',
    'action',
    'target',
    'outcome',
    'reason',
    'agent_id',
    'action_digest',
    'policy_revision',
    'decision_id',
    'detail',
    'request_id',
    'trace_id',
  ],
  directory: [
    'chain_id',
    'id',
    'at',
    'user_id',
    'credential_kind',
    'credential_id',
    'action',
    'target',
    'outcome',
    'workspace_id',
    'detail',
    'request_id',
    'trace_id',
  ],
} as const satisfies Record<ChainKind, readonly string[]>;

/** The columns of a hashed text. @throws when it is no entry of that kind */
export function columnsIn(kind: ChainKind, text: string): EntryColumns {
  const values: unknown = JSON.parse(text);
  const names = columnsOf[kind];
  if (!Array.isArray(values) || values[0] !== kind || values.length !== names.length + 1) throw new Error('that is no entry of the chain');
  return Object.fromEntries(names.map((name, at) => [name, name === 'at' ? isoOf(values[at + 1]) : columnOf(values[at + 1])]));
}

/** The text that is hashed of such columns; undefined when they are not those of an entry: one too few, one too many, a wrong type. */
export function textOf(kind: ChainKind, columns: unknown): string | undefined {
  if (typeof columns !== 'object' || columns === null) return undefined;
  const names = columnsOf[kind];
  const given = new Map<string, unknown>(Object.entries(columns));
  if (given.size !== names.length) return undefined;
  const parts = [JSON.stringify(kind)];
  for (const name of names) {
    const value = given.get(name);
    const part = name === 'at' ? millisecondsOf(value) : value;
    if (part !== null && typeof part !== 'string' && typeof part !== 'number') return undefined;
    parts.push(JSON.stringify(part));
  }
  return `[${parts.join(', ')}]`;
}

function columnOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error('an entry says something that is neither text nor number');
}

const isoOf = (value: unknown): string => new Date(typeof value === 'number' ? value : Number.NaN).toISOString();

/** Undefined for a time that is not written as `toISOString` does: each has one spelling. */
function millisecondsOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) || new Date(at).toISOString() !== value ? undefined : at;
}
