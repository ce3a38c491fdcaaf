import type { ParameterExpansionPart, Word, WordPart } from 'unbash';
import { expandBraces } from './braces.ts';
import { shellLimits } from '../limits.ts';
import { operated } from './parameter-operation.ts';
import { homeMark, unknownMark } from '../places/path.ts';
import { Refusal } from '../refusal.ts';

/** What an argument may be when the command runs. */
export interface Arg {
  /** Each text that it may be, as far as that can be told; `unknownMark` stands for what cannot. Never empty. */
  readonly texts: readonly string[];
  /** Whether the text is all there is to it: no expansion, no pattern. A home directory by `~` is literal. */
  readonly literal: boolean;
  /** Set where bash may make several words of it that are not known, or none. */
  readonly splits?: true;
  /** Texts that may be in the file which it names, where that is what a process puts out; `unknownMark` where that is not known. */
  readonly puts?: readonly string[];
}

/** Texts that variables were given somewhere in the command, in any order: what one may be is never narrowed by what is added. */
export type Variables = Map<string, Set<string>>;

/** Under what the elements of an array are noted: all of them as one text, or one by its number. */
export const listOf = (name: string, index = '@'): string => `${name}[${index}]`;

export const literalArg = (text: string): Arg => ({ texts: [text], literal: true });
export const unknownArg: Arg = { texts: [unknownMark], literal: false };

/** Readings of one word. Several come of braces and of variables without quotes, which bash splits. */
export function readWord(word: Word, variables: Variables): readonly Arg[] {
  const { parts } = word;
  if (parts === undefined) return [readPlain(word)];
  if (parts.every((part) => part.type === 'Literal' || part.type === 'BraceExpansion'))
    return expandBraces(word.text).map((text) => ({ texts: [withHome(text, text)], literal: false }));
  if (parts.some(isSeparator)) return readSeparated(word, parts, variables);
  const split = splitExpansion(parts, variables);
  if (split !== undefined) return split;
  return [{ ...readParts(word, parts, variables), ...(parts.some(isSplit) && { splits: true as const }) }];
}

/** An expansion without quotes, or one that stands for several words in them. */
function isSplit(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.some(({ text }) => /^\$(?:@|\{.*@.*\})$/.test(text));
  return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion';
}

/** `$IFS` without quotes parts words, as blanks do. */
function readSeparated(word: Word, parts: readonly WordPart[], variables: Variables): readonly Arg[] {
  const args: Arg[] = [];
  for (let from = 0; from <= parts.length;) {
    const next = parts.findIndex((part, at) => at >= from && isSeparator(part));
    const to = next < 0 ? parts.length : next;
    if (to > from)
      args.push({ ...readParts({ ...word, text: parts[from]?.text ?? '' }, parts.slice(from, to), variables), literal: false });
    from = to + 1;
  }
  return args;
}

const isSeparator = (part: WordPart): boolean =>
  (part.type === 'SimpleExpansion' && part.text === '$IFS') ||
  (part.type === 'ParameterExpansion' && part.parameter === 'IFS' && part.prefix === undefined);

/** The same where bash neither splits nor expands braces: targets of redirections, values of assignments, here-strings. */
export function readWhole(word: Word, variables: Variables): Arg {
  return word.parts === undefined ? readPlain(word) : readParts(word, word.parts, variables);
}

/** The text of a here-document or the like. */
export function readTextParts(parts: readonly WordPart[], variables: Variables): Arg {
  return { texts: combine(parts, variables), literal: parts.every(isLiteral) };
}

function readPlain({ text, value }: Word): Arg {
  // zsh looks `=name` up in the path.
  if (text.startsWith('=') && text.length > 1) return { texts: [value], literal: false };
  return literalArg(withHome(text, value));
}

function readParts(word: Word, parts: readonly WordPart[], variables: Variables): Arg {
  const literal = parts.every(isLiteral) && !(word.text.startsWith('=') && word.text.length > 1);
  return { texts: combine(parts, variables).map((text) => withHome(word.text, text)), literal };
}

/** A `~` without quotes at the start, of whichever user, is a home directory. */
function withHome(source: string, text: string): string {
  if (!source.startsWith('~')) return text;
  if (/^~[+-]/.test(text)) return (text[1] === '+' ? '.' : unknownMark) + text.slice(2);
  return text.replace(/^~[^/]*/, homeMark);
}

function isLiteral(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every(isLiteral);
  return part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted';
}

function splitExpansion(parts: readonly WordPart[], variables: Variables): readonly Arg[] | undefined {
  const [first] = parts;
  // `"${a[@]}"` is as many words as there are elements.
  const only = first?.type === 'DoubleQuoted' && first.parts.length === 1 && isSplit(first) ? first.parts[0] : first;
  if (parts.length !== 1 || (only?.type !== 'SimpleExpansion' && only?.type !== 'ParameterExpansion')) return undefined;
  const texts = textsOf(only, variables);
  const split = texts.map((text) => text.split(/[\t\n ]+/).filter((field) => field !== ''));
  const width = Math.max(1, ...split.map((fields) => fields.length));
  return Array.from({ length: width }, (_, at) => ({
    texts: split.flatMap((fields) => fields[at] ?? []).concat(at === 0 && texts.length === 0 ? [unknownMark] : []),
    literal: false,
  })).map((arg) => (arg.texts.length === 0 ? unknownArg : arg));
}

function combine(parts: readonly WordPart[], variables: Variables): readonly string[] {
  let texts: readonly string[] = [''];
  for (const part of parts) {
    const endings = textsOf(part, variables);
    texts = texts.flatMap((text) => endings.map((ending) => text + ending));
    if (texts.length > shellLimits.maxReadings) throw new Refusal('too_many_readings');
  }
  return texts;
}

function textsOf(part: WordPart, variables: Variables): readonly string[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value];
    case 'DoubleQuoted':
    case 'LocaleString':
      return combine(part.parts, variables);
    case 'SimpleExpansion':
      return valuesOf(part.text.slice(1), variables);
    case 'ParameterExpansion':
      return parameterTexts(part, variables);
    case 'BraceExpansion':
      return expandBraces(part.text);
    case 'Glob':
    case 'ExtendedGlob':
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticExpansion':
      break;
  }
  return [unknownMark];
}

function parameterTexts(part: ParameterExpansionPart, variables: Variables): readonly string[] {
  const values = parameterValues(part, variables);
  const { operation } = part;
  if (operation === undefined) return values;
  if (operation.type !== 'Default') {
    const known = values.length > mostOperated ? [] : values.filter((value) => value !== unknownMark);
    const read = (word: Word): readonly string[] => readWhole(word, variables).texts;
    return [...new Set([unknownMark, ...known.flatMap((value) => operated(value, operation, read) ?? [])])];
  }
  return [...new Set([...values, ...readWhole(operation.operand, variables).texts])];
}

/** Values of a variable that an expansion changes; of more than that, what comes of them is not looked at. */
const mostOperated = 8;

/** Of a variable, of elements of an array, or of the variable that another one names. */
function parameterValues({ parameter, prefix, index }: ParameterExpansionPart, variables: Variables): readonly string[] {
  if (prefix === '#') return [unknownMark];
  if (index !== undefined) return valuesOf(listOf(parameter, index.text === '*' ? '@' : index.text), variables);
  if (prefix === undefined) return valuesOf(parameter, variables);
  const named = valuesOf(parameter, variables).filter((name) => variables.has(name));
  return named.length > mostOperated ? [unknownMark] : [...new Set([unknownMark, ...named.flatMap((name) => valuesOf(name, variables))])];
}

function valuesOf(name: string, variables: Variables): readonly string[] {
  const given = variables.get(name);
  const own = name === 'HOME' ? homeMark : unknownMark;
  return given === undefined ? [own] : [own, ...given];
}
