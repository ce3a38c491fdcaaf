import { readValue } from './read-value.ts';
import { randomWords, secretFormats } from './secret-formats.ts';
import { secretName } from './secret-names.ts';

/** A secret where it stands in a text. */
export interface SecretAt {
  readonly start: number;
  readonly end: number;
  /** Without the quotes around it. */
  readonly value: string;
}

/**
 * Secrets of a text: by their form, by the name before them, in headers and in addresses. They may overlap. `isCommand`: what ends a word
 * of a command ends a value, too, so that no other command is hidden with it.
 */
export function secretsInText(text: string, isCommand = false): readonly SecretAt[] {
  if (!mayHoldSecret(text)) return nothing;
  return [...byForm(text), ...byName(text), ...inHeaders(text, isCommand), ...inAddresses(text)];
}

const nothing: readonly SecretAt[] = [];

/** Most texts hold nothing that is worth a closer look. */
export const mayHoldSecret = (text: string): boolean => hints.test(text);

const hints = /[\w+/=-]{15}|:\/\/[^/]*@|pass|pwd|secret|token|key|cred|auth|otp|pin|cvv|cvc|jwt|bearer|basic|cookie|psk|pat|sig|code/i;

function* byForm(text: string): Generator<SecretAt> {
  for (const { 0: value, index } of text.matchAll(secretFormats)) yield { start: index, end: index + value.length, value };
  for (const { start, end } of randomWords(text)) yield { start, end, value: text.slice(start, end) };
}

/** `NAME=value`, `"name": "value"`, `--name value`, `set name value`, `the name is value`. */
const named =
  /(?<![\w.-])(?<option>--?)?["'\\]{0,4}(?<name>[A-Za-z_][\w.:/@-]{0,79}?)["'\\]{0,4}(?<sign>\s{0,4}(?:=>|:=|\+=|==|=|>|:(?!\/\/))\s{0,4}|\s{1,4}(?:is|was)\s{1,4}|\s{1,4})(?=\S)/g;

function* byName(text: string): Generator<SecretAt> {
  named.lastIndex = 0;
  for (let match = named.exec(text); match !== null; match = named.exec(text)) {
    const { option, name = '', sign = '' } = match.groups ?? {};
    // A name may be the value of the one before it.
    named.lastIndex = match.index + match[0].length - sign.length;
    if (named.lastIndex <= match.index) named.lastIndex = match.index + 1;
    const known = secretName(name);
    const found = known && readValue(text, match.index + match[0].length);
    if (known === undefined || found === undefined) continue;
    const before = text.slice(Math.max(0, match.index - 200), match.index);
    const isQuoted = /["'\\]/.test(text[match.index + match[0].length] ?? '');
    if (!isValue(found.value, { option, name, sign: sign.trim(), isSure: known.isSure, isQuoted, before })) continue;
    named.lastIndex = found.end;
    yield found;
  }
}

interface Naming {
  readonly option: string | undefined;
  readonly name: string;
  readonly sign: string;
  readonly isSure: boolean;
  readonly isQuoted: boolean;
  readonly before: string;
}

function isValue(value: string, { option, name, sign, isSure, isQuoted, before }: Naming): boolean {
  if (isReference(value) || harmless.has(value.toLowerCase()) || name.startsWith('no-') || isCount(name, value)) return false;
  if (sign === '>' && !before.endsWith('<')) return false;
  if (!isSure && /^[/~.]/.test(value)) return false;
  if (sign === '' && option === undefined) return /\b(?:set|put|add)\s+\S*$/.test(before) && /[_:.-]|[a-z][A-Z]/.test(name);
  if (sign === '' && value.startsWith('-')) return false;
  // In prose, a word that is followed by another one is only a word.
  if (sign === 'is' || sign === 'was' || (sign === ':' && !isQuoted && !isPasswordLike(name) && !isOfWords(name)))
    return /[0-9!@#$%^&*+=?]/.test(value) || value.length >= 16;
  return true;
}

/** `max_tokens: 1000` counts something. */
export const isCount = (name: string, value: string): boolean => /tokens$/i.test(name) && /^\d+$/.test(value);

/** `PRIVATE-TOKEN: x` is no prose. */
const isOfWords = (name: string): boolean => /[-_]|[a-z][A-Z]/.test(name);

const isPasswordLike = (name: string): boolean => /(?:pass|pwd|pin|psk|secret)/i.test(name);

/** What stands for a value that is elsewhere: a variable, a substitution, a placeholder. */
export const isReference = (value: string): boolean =>
  /^(?:\$\{?\w+\}?|%\w+%|\{\{.*\}\}|<[^<>]*>|[*x.•]+|\[[^\]]*\])$/is.test(value) || /\$\(|`|<\(/.test(value);

const harmless = new Set([
  'true',
  'false',
  'null',
  'none',
  'nil',
  'yes',
  'no',
  'on',
  'off',
  'undefined',
  'string',
  'required',
  'optional',
  'basic',
  'bearer',
  'digest',
]);

const scheme = String.raw`(?:(?:bearer|basic|token|apikey|digest|negotiate|aws4-hmac-sha256|ntlm)(?:\\?\s)+)?`;
const mark = String.raw`["'\\]{0,4}`;
const headers = new RegExp(
  [
    String.raw`\b(?:proxy-)?authorization${mark}\s{0,4}[:=](?:\s|["'\\]){0,8}${scheme}(?<value>[^"'\\\r\n]{1,4096})`,
    String.raw`\b(?:set-)?cookie${mark}\s{0,4}:\s{0,4}${mark}(?<cookie>[^"'\\\r\n]{1,4096})`,
    String.raw`\bbearer\s+(?<bearer>[A-Za-z0-9+/_=.~-]{8,})`,
    String.raw`\bbasic\s+(?<basic>[A-Za-z0-9+/]{16,}={0,2})`,
  ].join('|'),
  'dgi',
);

function* inHeaders(text: string, isCommand: boolean): Generator<SecretAt> {
  for (const { groups = {}, indices, index } of text.matchAll(headers)) {
    for (const name of ['value', 'cookie', 'bearer', 'basic']) {
      const whole = groups[name];
      const [start] = indices?.groups?.[name] ?? [0];
      if (whole === undefined) continue;
      const value = name === 'value' || name === 'cookie' ? headerValue(text, { index, start, whole, isCommand }) : whole;
      if (value !== '' && !isReference(value)) yield { start, end: start + value.length, value };
    }
  }
}

interface HeaderAt {
  readonly index: number;
  readonly start: number;
  readonly whole: string;
  readonly isCommand: boolean;
}

/** Up to the quote that ends the header it is in, else as far as nothing of a command may follow. */
function headerValue(text: string, { index, start, whole, isCommand }: HeaderAt): string {
  const quote = text[index - 1] ?? '';
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, start);
    return text.slice(start, end < 0 ? start + whole.length : end).trimEnd();
  }
  return (isCommand ? (/^[^;|&<>()\s]*/.exec(whole)?.[0] ?? '') : whole).trimEnd();
}

const userinfo = /\b[a-z][a-z0-9+.-]{0,30}:\/\/(?<who>[^\s/?#"'<>\\]{1,1024})@/dgi;

/** `https://who:password@host`; who stands alone where it is a token. */
function* inAddresses(text: string): Generator<SecretAt> {
  for (const { groups, indices } of text.matchAll(userinfo)) {
    const who = groups?.['who'] ?? '';
    const [start, end] = indices?.groups?.['who'] ?? [0, 0];
    const colon = who.indexOf(':');
    const value = who.slice(colon + 1);
    if (value === '' || isReference(value) || (colon < 0 && (value.length < 16 || !/\d/.test(value)))) continue;
    yield { start: start + colon + 1, end, value };
  }
}
