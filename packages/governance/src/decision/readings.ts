import { posix } from 'node:path';
import type { Action } from '../actions/action.ts';
import { valueAt } from '../rules/json-pointer.ts';
import type { Work } from '../rules/work.ts';
import { isOneLine, withoutHidden } from '../shell/script/hidden-characters.ts';
import { nearOf } from './near.ts';
import type { Near } from './near.ts';

/** A value of an action, as conditions are held against it. */
export interface Reading {
  readonly value: unknown;
  /**
   * What it may be read as by whoever takes it for a path or an address: as it is, without what nobody sees in it and, where it has steps
   * (`.`, `..`, doubled slashes, also written as `%2e` and the like), without them. A rule that allows is about all of them, another one
   * about any.
   */
  readonly readings: readonly unknown[];
  /** Whether it is a text that is more than one line, or does not show all of itself. */
  readonly isLoose: boolean;
}

/** The value at a JSON pointer; found out once for an action, which does not change. */
export function readingAt(action: Action, pointer: string): Reading {
  const known = found.get(action) ?? new Map<string, Reading>();
  found.set(action, known);
  const reading = known.get(pointer) ?? read(valueAt(action, pointer));
  known.set(pointer, reading);
  return reading;
}

const found = new WeakMap<Action, Map<string, Reading>>();

/** What the value there comes near to; a command only as it is written. */
export function nearAt(action: Action, pointer: string, work: Work): Near {
  const known = near.get(action) ?? new Map<string, Near>();
  near.set(action, known);
  const { value, readings } = readingAt(action, pointer);
  const one = known.get(pointer) ?? nearOf(action.kind === 'shell.exec' && pointer === '/command' ? [value] : readings, work);
  known.set(pointer, one);
  return one;
}

const near = new WeakMap<Action, Map<string, Near>>();

function read(value: unknown): Reading {
  if (typeof value !== 'string') return { value, readings: [value], isLoose: false };
  if (isOneLine(value)) return { value, readings: hasSteps.test(value) ? [value, withoutSteps(value)] : [value], isLoose: false };
  const seen = withoutHidden(value);
  return { value, readings: [...new Set([value, seen, withoutSteps(value), withoutSteps(seen)])], isLoose: true };
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
