import { homeMark, unknownMark } from '../places/path.ts';
import type { Arg } from '../script/word.ts';

/** A command of PowerShell, or of the shell of Windows, by its words. */
export interface Statement {
  readonly words: readonly Arg[];
  /** Whether it takes what the one before it puts out. */
  readonly isPiped: boolean;
}

const token = /'(?:[^']|'')*'|"(?:[^"`]|`[^])*"|`[^]|(?:&&|\|\||[;\n&{}()])|\||[\s,]+|[^\s,;&|{}()'"`]+/g;

/**
 * The commands in such code, as far as words alone tell them: parted by `;`, lines, blocks and pipes, words by blanks and commas. What was given to
 * a variable by a text stands for it.
 */
export function statementsIn(code: string): readonly Statement[] {
  const variables = new Map<string, string>();
  const statements: Statement[] = [];
  let [words, word, isPiped]: [string[], string | undefined, boolean] = [[], undefined, false];
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endStatement = (pipes: boolean): void => {
    endWord();
    note(words.join(' '), variables);
    if (words.length > 0) statements.push({ words: words.map(argOf), isPiped });
    [words, isPiped] = [[], pipes];
  };
  for (const [text] of code.matchAll(token)) {
    if (/^[\s,]+$/.test(text) && !text.includes('\n')) endWord();
    else if (/^(?:[;&{}()\n]|&&|\|\|?|[\s,]+)$/.test(text)) endStatement(text === '|');
    else word = (word ?? '') + expanded(text, variables);
  }
  endStatement(false);
  return statements;
}

/** `$name = text`, in one word or in three. */
function note(statement: string, variables: Map<string, string>): void {
  const [, name, value] = /^\$(\w+)\s*=\s*(.*)$/s.exec(statement) ?? [];
  if (name !== undefined && value !== undefined && value.length <= longestValue) variables.set(name.toLowerCase(), value);
}

/** A text that grows by being put into itself is not followed. */
const longestValue = 512;

/** A part of a word without its quotes, what is known of a variable in its place. */
function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  const bare = text.replaceAll(/^"|"$/g, '').replaceAll(/`([^])/g, '$1');
  return bare.replaceAll(variable, (whole, name: string) => (isHome.test(name) ? homeMark : (variables.get(name.toLowerCase()) ?? whole)));
}

const variable = /\$\{?(?:env:)?(\w+)\b\}?(?!\s*=)/gi;
const isHome = /^(?:home|userprofile)$/i;

function argOf(word: string): Arg {
  const text = word.replace(/^~(?=[/\\]|$)/, homeMark).replaceAll(variable, unknownMark);
  return { texts: [text], literal: !text.includes(unknownMark) };
}
