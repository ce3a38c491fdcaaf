import type { Action } from '../actions/action.ts';
import { factsOf } from '../decision/facts.ts';
import { readValue } from './read-value.ts';
import type { ValueAt } from './read-value.ts';
import { secretName } from './secret-names.ts';
import { readsPassword, secretArguments } from './secrets-in-command.ts';
import type { SecretArgument } from './secrets-in-command.ts';
import { isCount, isReference, mayHoldSecret, secretsInText } from './secrets-in-text.ts';
import type { SecretAt } from './secrets-in-text.ts';

/** A value of an action in which secrets were found: where they are in each text of it. */
export interface SecretsIn {
  /** Secrets at their places in a text. */
  of(text: string, isSecret: boolean): readonly SecretAt[];
  /** All of them, each once. */
  readonly values: readonly string[];
}

/**
 * Where the secrets of an action are; undefined when it has none. Names of members count: what is under `password` is one. A marker that
 * stands for a secret counts as one itself, so that an action that names it is not taken for the one whose secret it stands for.
 */
export function findSecrets(action: Action): SecretsIn | undefined {
  const isCommand = action.kind === 'shell.exec';
  const given = isCommand ? distinct(secretArguments(factsOf(action).commands)) : [];
  const nothing: readonly SecretAt[] = [];
  const read = (text: string, isSecret: boolean): readonly SecretAt[] => {
    if (isSecret) return isReference(text) || text === '' ? [] : [{ start: 0, end: text.length, value: text }];
    const own = isCommand && text === action.command ? inCommand(action, given) : [];
    return own.length === 0 && !mayHoldSecret(text) ? nothing : [...secretsInText(text, isCommand), ...own, ...markers(text)];
  };
  const values = new Set<string>();
  eachText(action, false, (text, isSecret) => {
    for (const { value } of read(text, isSecret)) values.add(value);
  });
  return values.size === 0 ? undefined : { of: read, values: [...values] };
}

const distinct = (given: readonly SecretArgument[]): readonly SecretArgument[] =>
  given.length < 2 ? given : [...new Map(given.map((one) => [`${one.lead}\n${one.value}`, one])).values()];

/** How a secret shows: `REDACTED-hmac-` and 32 hexadecimal digits. */
export const markerOf = (commitment: string): string => `REDACTED-hmac-${commitment.slice(0, 32)}`;

const marker = /REDACTED-hmac-[0-9a-f]{32}/g;

const markers = (text: string): readonly SecretAt[] =>
  Array.from(text.matchAll(marker), ({ 0: value, index }) => ({ start: index, end: index + value.length, value }));

function inCommand(action: Extract<Action, { kind: 'shell.exec' }>, given: readonly SecretArgument[]): readonly SecretAt[] {
  const { command } = action;
  let words: readonly ValueAt[] | undefined;
  const found = given.flatMap((argument) => {
    const places = placesOf(command, argument);
    if (places.length > 0) return places;
    words ??= wordsIn(command);
    return spelledOtherwise(words, argument);
  });
  if (!factsOf(action).commands.some(readsPassword)) return found;
  const strings = Array.from(command.matchAll(/<<<\s*/g), ({ 0: sign, index }) => readValue(command, index + sign.length));
  return [...found, ...strings.flatMap((one) => (one === undefined || isReference(one.value) ? [] : [one]))];
}

/** Where an argument stands in the text: behind what introduces it, else wherever it is a word. */
function placesOf(text: string, { value, lead }: SecretArgument): readonly SecretAt[] {
  const led = new RegExp(String.raw`${literal(lead)}["'\\]{0,2}\s{0,8}["']?(?<value>${literal(value)})`, 'dg');
  const places = lead === '' ? [] : Array.from(text.matchAll(led), ({ indices }) => indices?.groups?.['value'] ?? [0, 0]);
  const found = places.length > 0 ? places : wordsOf(text, value);
  return found.map(([start, end]) => ({ start, end, value }));
}

const wordsIn = (text: string): readonly ValueAt[] =>
  Array.from(text.matchAll(/(?<=^|[\s=:])\S/g), ({ index }) => readValue(text, index) ?? []).flat();

/** Words that are the value once quotes and escapes are taken away, or end with it. */
const spelledOtherwise = (words: readonly ValueAt[], { value }: SecretArgument): readonly SecretAt[] =>
  value.length < 2 ? [] : words.filter((word) => word.value.endsWith(value)).map(({ start, end }) => ({ start, end, value }));

/** A text as a pattern that fits nothing else. */
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

export function wordsOf(text: string, word: string): readonly (readonly [number, number])[] {
  const pattern = new RegExp(String.raw`(?<![A-Za-z0-9_])${literal(word)}(?![A-Za-z0-9_])`, 'g');
  return Array.from(text.matchAll(pattern), ({ index }) => [index, index + word.length] as const);
}

/** Each text of a value: members' names too. `isSecret`: it stands under the name of a secret. */
function eachText(value: unknown, isSecret: boolean, look: (text: string, isSecret: boolean) => void): void {
  if (typeof value === 'string') look(value, isSecret);
  else if (typeof value === 'number' && isSecret) look(String(value), true);
  else if (Array.isArray(value)) for (const one of value) eachText(one, isSecret, look);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one, secret] of membersOf(value, isSecret)) {
      look(name, false);
      eachText(one, secret, look);
    }
  }
}

/** The value with each of its texts changed. Numbers under the name of a password are texts for this. */
export function mapTexts(value: unknown, isSecret: boolean, change: (text: string, isSecret: boolean) => string): unknown {
  if (typeof value === 'string') return change(value, isSecret);
  if (typeof value === 'number') return isSecret ? change(String(value), true) : value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, isSecret, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(membersOf(value, isSecret).map(([name, one, secret]) => [change(name, false), mapTexts(one, secret, change)]));
}

/** Members of an object, each with whether it is a secret. */
function membersOf(value: object, isSecret: boolean): readonly (readonly [name: string, value: unknown, isSecret: boolean])[] {
  const pair = isPairOfSecret(value);
  return Object.entries(value).map(([name, one]) => [name, one, isSecret || isSecretMember(name, one) || (pair && name === 'value')]);
}

function isSecretMember(name: string, value: unknown): boolean {
  if (!mayHoldSecret(name)) return false;
  const known = secretName(name);
  if (known === undefined) return false;
  if (typeof value === 'number') return /(?:pass|pwd|pin|otp|cvv|cvc|code)/i.test(name);
  if (typeof value === 'string' && isCount(name, value)) return false;
  return known.isSure || typeof value !== 'string' || !/^[/~.]/.test(value);
}

/** `{"name": "DB_PASSWORD", "value": "…"}`. */
function isPairOfSecret(value: object): boolean {
  const { name, key } = value as { readonly name?: unknown; readonly key?: unknown };
  const told = typeof name === 'string' ? name : key;
  return typeof told === 'string' && secretName(told) !== undefined;
}
