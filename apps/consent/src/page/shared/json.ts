import type { Fault } from './fault.ts';
import type { Result } from './send.ts';

/** An object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

const unreadable: Fault = { kind: 'unavailable' };

/** What a success holds; an answer of another form (a proxy's page, another release) counts as none. */
export function read<Value>(result: Result<unknown>, take: (body: Fields) => Value | undefined): Result<Value> {
  if (!result.ok) return result;
  const value = take(fieldsOf(result.value));
  return value === undefined ? { ok: false, fault: unreadable } : { ok: true, value };
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}
