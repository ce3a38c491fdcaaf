import { forEachChild } from 'unbash';
import type { SyntaxNode, Word } from 'unbash';
import type { Node } from './nodes.ts';
import type { Stdin } from './call.ts';
import { readTextParts, readWhole, readWord } from './word.ts';
import type { Arg, Variables } from './word.ts';
import { unknownMark } from '../places/path.ts';

/** What a command's redirections give it to read, when one does. */
export function inputOf(redirects: Node<'Command'>['redirects'], variables: Variables): Stdin | undefined {
  for (const redirect of redirects.toReversed()) {
    if (redirect.type === 'HereDoc') {
      const { text, parts } = redirect.body;
      return parts === undefined ? { texts: [text] } : { texts: readTextParts(parts, variables).texts };
    }
    if (redirect.type === 'HereString' && redirect.target !== undefined) return { texts: readWhole(redirect.target, variables).texts };
    if (redirect.type === 'Redirect' && redirect.operator === '<') return outputOfProcess(redirect.target, variables);
  }
  return undefined;
}

/** What is read from a process that stands for a file. */
function outputOfProcess(target: Word | undefined, variables: Variables): Stdin | undefined {
  const process = target?.parts?.find((part) => part.type === 'ProcessSubstitution');
  return process?.script === undefined ? undefined : outputOfAll(process.script, undefined, variables);
}

/** What a command puts out, when that is plain from its own words: echo, printf, cat and tee of a known input, the places of a find. */
function outputOf(node: Node<'Command'>, stdin: Stdin | undefined, variables: Variables): Stdin | undefined {
  const all = [node.name, ...node.args].flatMap((word) => (word?.type === 'Word' ? readWord(word, variables) : []));
  // Behind wrappers it is the same.
  const speaks = all.findIndex(({ texts }) => /(?:^|\/)(?:echo|printf)$/.test(texts[0] ?? ''));
  const [head, ...args] = all.slice(Math.max(speaks, 0));
  const given = inputOf(node.redirects, variables) ?? stdin;
  const name = head?.texts[0]?.split('/').at(-1);
  // What an escape stands for is decoded by whoever reads it; it is not known here.
  if (args.some(({ texts }) => texts.some((text) => /\\(?:x|u|[0-7])/i.test(text)))) return undefined;
  if (name === 'echo') return { texts: [joinWords(withoutEchoFlags(args))] };
  if (name === 'printf') return { texts: printed(args) };
  if (name === 'cat' || name === 'tee') return args.some(({ texts }) => texts[0] !== '-' && name === 'cat') ? undefined : given;
  if (name === 'find' || name === 'fd' || name === 'ls')
    return { words: args.filter(({ texts }) => !texts[0]?.startsWith('-')).map(below) };
  return undefined;
}

/** The same of a group, as far as it is known of the commands in it. */
export function outputOfAll(node: SyntaxNode, stdin: Stdin | undefined, variables: Variables): Stdin | undefined {
  if (node.type === 'Command') return outputOf(node, stdin, variables);
  const texts: string[] = [];
  const visit = (inner: SyntaxNode): void => {
    if (inner.type === 'Command') texts.push(...(outputOf(inner, stdin, variables)?.texts ?? []));
    else forEachChild(inner, visit);
  };
  visit(node);
  return texts.length === 0 ? undefined : { texts: [texts.join('\n'), ...texts] };
}

const joinWords = (args: readonly Arg[]): string => args.map(({ texts }) => texts[0] ?? unknownMark).join(' ');

const withoutEchoFlags = (args: readonly Arg[]) => args.slice(args.findIndex(({ texts }) => !/^-[neE]+$/.test(texts[0] ?? '')));

/** The format filled in, and each word by itself: how printf repeats and cuts does not matter for what may run. */
export function printed(args: readonly Arg[]): readonly string[] {
  const [format = '', ...rest] = args.map(({ texts }) => texts[0] ?? unknownMark);
  let at = 0;
  const filled = format.replaceAll(/%[-+ #0-9.]*[a-zA-Z]/g, () => rest[at++] ?? '');
  return [filled, rest.join('\n')].map(unescape);
}

const unescape = (text: string): string => text.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t');

const below = ({ texts }: Arg): Arg => ({ texts: texts.map((text) => `${text}/${unknownMark}`), literal: false });
