import type { Action, ActionOf } from '../actions/action.ts';
import { canonicalJson } from '../actions/canonical-json.ts';
import type { Commit } from './commitments.ts';
import { mapTexts, markerOf, wordsOf } from './find-secrets.ts';
import type { SecretsIn } from './find-secrets.ts';
import { secretsInText } from './secrets-in-text.ts';
import type { SecretAt } from './secrets-in-text.ts';

/** An action without its secrets, and the change for texts that were made of it. */
export interface Redaction {
  readonly action: Action;
  readonly text: (text: string) => string;
}

/** Puts a marker with a commitment in the place of each secret. */
export function redactAction(action: Action, secrets: SecretsIn, commit: Commit): Redaction {
  const everywhere = secrets.values.filter(isUnlikelyElse);
  const change = (text: string, isSecret: boolean): string =>
    replaced(text, [...secrets.of(text, isSecret), ...placesOf(text, everywhere)], commit);
  const changed = mapTexts(action, false, change) as Action;
  return {
    action: changed.kind === 'memory.write' ? withoutHash(action, changed, commit) : changed,
    text: (text) => replaced(text, placesOf(text, secrets.values.filter(isNoPlace)), commit),
  };
}

/** A text that somebody wrote about an action, without the secrets in it. */
export const redactText = (text: string, commit: Commit): string => replaced(text, secretsInText(text), commit);

/** Nobody writes such a word for anything else: it is one wherever it stands. */
const isUnlikelyElse = (value: string): boolean => value.length >= 6 && /[0-9!@#$%^&*+=?]/.test(value) && isNoPlace(value);

/** What is a path or the name of a host stays seen in what an action does, whatever it is called: nothing is hidden by calling it a secret. */
const isNoPlace = (value: string): boolean => !/^(?:[/~]|\.{1,2}\/)/.test(value) && !/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(value);

function placesOf(text: string, values: readonly string[]): readonly SecretAt[] {
  return values.flatMap((value) => (text.includes(value) ? wordsOf(text, value).map(([start, end]) => ({ start, end, value })) : []));
}

/**
 * Of places that overlap, the whole is one secret. What is committed to is what is written there, not what a shell would make of it: texts that
 * differ stay so.
 */
function replaced(text: string, places: readonly Pick<SecretAt, 'start' | 'end'>[], commit: Commit): string {
  if (places.length === 0) return text;
  const sorted = places.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const whole: { readonly start: number; readonly end: number }[] = [];
  for (const place of sorted) {
    const last = whole.at(-1);
    if (last === undefined || place.start >= last.end) whole.push(place);
    else if (place.end > last.end) whole[whole.length - 1] = { start: last.start, end: place.end };
  }
  let done = '';
  let at = 0;
  for (const { start, end } of whole) {
    done += text.slice(at, start) + markerOf(commit(text.slice(start, end)));
    at = end;
  }
  return done + text.slice(at);
}

/** A plain hash of a text whose rest is known would let anybody try secrets until it fits. */
function withoutHash(before: Action, after: ActionOf<'memory.write'>, commit: Commit): Action {
  if (before.kind !== 'memory.write') return after;
  const { content_hash: text, metadata_hash: metadata } = after;
  const isSameData = canonicalJson(before.metadata ?? null) === canonicalJson(after.metadata ?? null);
  return {
    ...after,
    ...(text !== undefined && before.content !== after.content && { content_hash: commit(text) }),
    ...(metadata !== undefined && !isSameData && { metadata_hash: commit(metadata) }),
  };
}
