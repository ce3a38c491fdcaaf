import { forEachChild } from 'unbash';
import type { SyntaxNode } from 'unbash';
import type { Node } from './nodes.ts';
import { inputOf, outputOfAll, printed } from './pipe-output.ts';
import type { Scene } from './scene.ts';
import { listOf, readWord } from './word.ts';
import type { Arg } from './word.ts';
import { words } from '../words.ts';

/** What such a command gives to variables. */
interface Reading {
  readonly names: readonly string[];
  /** Whether it parts a line into words, one for each name. */
  readonly byWord: boolean;
  readonly lines: readonly string[];
}

/** More lines are not looked at: each would be read wherever the variable is. */
const mostLines = 8;

/**
 * Notes what `read`, `mapfile` and `printf -v` give to variables that are run: whichever text the script holds for something to read. What
 * only is an argument somewhere is unknown without it, which says enough.
 */
export function collectRead(script: SyntaxNode, scene: Scene): void {
  const commands = commandsIn(script);
  const run = new Set(commands.flatMap(variablesRun));
  if (run.size === 0) return;
  for (const command of commands) {
    for (const reading of readingsOf(command, { script, scene })) {
      if (reading.names.some((name) => run.has(name))) give(reading, scene);
    }
  }
}

function give({ names, byWord, lines }: Reading, scene: Scene): void {
  for (const [number, line] of lines.slice(0, mostLines).entries()) {
    const fields = byWord ? line.trim().split(/[\t ]+/) : [line];
    for (const [at, name] of names.entries()) {
      const text = at === names.length - 1 ? fields.slice(at).join(' ') : (fields[at] ?? '');
      for (const key of [name, listOf(name), listOf(name, String(number))]) scene.assign(key, [text]);
    }
  }
}

function commandsIn(script: SyntaxNode): readonly Node<'Command'>[] {
  const commands: Node<'Command'>[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') commands.push(node);
    forEachChild(node, visit);
  };
  visit(script);
  return commands;
}

/** Programs and built-in commands that run what they are given. */
const runners: ReadonlySet<string> = new Set(
  words('eval command exec builtin env sudo doas nohup time nice timeout xargs bash sh zsh dash ksh ash busybox source . trap'),
);

/** Variables that name the program, or stand beside one that runs what it is given. */
function variablesRun({ name, args }: Node<'Command'>): readonly string[] {
  if (name === undefined) return [];
  const said = runners.has(name.value.split('/').at(-1) ?? '') ? [name, ...args] : [name];
  return said.flatMap(({ text }) => [...text.matchAll(/\$\{?!?([A-Za-z_]\w*)/g)].flatMap(([, variable]) => variable ?? []));
}

interface Within {
  readonly script: SyntaxNode;
  readonly scene: Scene;
}

function readingsOf(command: Node<'Command'>, { script, scene }: Within): readonly Reading[] {
  const head = command.name?.value;
  if (head !== 'read' && head !== 'mapfile' && head !== 'readarray' && head !== 'printf') return [];
  const args = command.args.flatMap((arg) => (arg.type === 'Word' ? readWord(arg, scene.variables) : []));
  const [option = '', variable = '', ...rest] = args.map(({ texts: [text = ''] }) => text);
  if (head === 'printf') {
    if (option !== '-v') return [];
    return [{ names: [variable], byWord: false, lines: printed(args.slice(args.length - rest.length)) }];
  }
  const texts = inputOf(command.redirects, scene.variables)?.texts ?? textsToRead(script, scene);
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return [{ names: namesOf(args, head === 'read' ? readOptions : mapfileOptions), byWord: head === 'read', lines }];
}

/** Options with a value, but for `-a`, whose value is an array to be filled. */
const readOptions = /^-[a-z]*[dinNptu]$/;
const mapfileOptions = /^-[a-z]*[dnOsuCc]$/;

/** What follows the options. */
function namesOf(args: readonly Arg[], valued: RegExp): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.texts[0] ?? '';
    if (!text.startsWith('-')) names.push(text);
    else if (valued.test(text)) at++;
  }
  return names.length === 0 ? ['REPLY', 'MAPFILE'] : names;
}

/** Texts that a script gives to something to read, wherever: by redirections, and what it puts out. */
function textsToRead(script: SyntaxNode, { variables }: Scene): readonly string[] {
  const texts: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Redirected' || node.type === 'Command') texts.push(...(inputOf(node.redirects, variables)?.texts ?? []));
    if (node.type === 'Command') texts.push(...(outputOfAll(node, undefined, variables)?.texts ?? []));
    forEachChild(node, visit);
  };
  visit(script);
  return texts;
}
