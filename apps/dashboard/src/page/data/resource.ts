import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { asFault, isAway } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { useComeBack } from './use-come-back.ts';

/** What is known of something that the server has. */
export interface Known<Value> {
  /** What was read last; stays while it is read again. */
  readonly value: Value | undefined;
  /** Why the last reading failed. */
  readonly fault: Fault | undefined;
}

export interface Resource<Value> extends Known<Value> {
  /** Reads it again. */
  readonly reload: () => Promise<void>;
}

interface Entry {
  known: Known<unknown>;
  /** Of the reading under way that counts; earlier ones are too old when they end. */
  turn: number;
  readonly listeners: Set<() => void>;
}

const entries = new Map<string, Entry>();
const unknown: Known<never> = { value: undefined, fault: undefined };

function entryOf(key: string): Entry {
  const found = entries.get(key);
  if (found) return found;
  const entry: Entry = { known: unknown, turn: 0, listeners: new Set() };
  entries.set(key, entry);
  return entry;
}

function tell(entry: Entry, known: Known<unknown>): void {
  entry.known = known;
  for (const listener of entry.listeners) listener();
}

async function read(key: string, load: () => Promise<unknown>): Promise<void> {
  const entry = entryOf(key);
  const turn = (entry.turn += 1);
  try {
    const value = await load();
    if (turn === entry.turn) tell(entry, { value, fault: undefined });
  } catch (error) {
    if (turn === entry.turn) tell(entry, { value: entry.known.value, fault: asFault(error) });
  }
}

/**
 * Something that the server has, read when it is first shown and again each time it is shown anew; what was read before is there at once.
 * What failed because the server was away is read again by itself. Without a key nothing is read.
 */
export function useResource<Value>(key: string | undefined, load: () => Promise<Value>): Resource<Value> {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (key === undefined) return () => {};
      const { listeners } = entryOf(key);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [key],
  );
  const known = useSyncExternalStore(subscribe, () => (key === undefined ? unknown : entryOf(key).known)) as Known<Value>;
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(async () => {
    if (key !== undefined) await read(key, () => latest.current());
  }, [key]);
  useEffect(() => void reload(), [reload]);
  useComeBack(isAway(known.fault), reload);
  return { ...known, reload };
}

/** Changes what is known without asking, such as after the server said that something is done. */
export function change<Value>(key: string, how: (value: Value) => Value): void {
  const entry = entryOf(key);
  if (entry.known.value === undefined) return;
  // A reading that began before knows nothing of the change.
  entry.turn += 1;
  tell(entry, { value: how(entry.known.value as Value), fault: undefined });
}

/** What is known now. */
export const peek = (key: string): unknown => entries.get(key)?.known.value;

/** Forgets everything, as when somebody else signs in. */
export function forgetAll(): void {
  for (const entry of entries.values()) {
    entry.turn += 1;
    tell(entry, unknown);
  }
}
