import { forEachChild } from 'unbash';
import type { CommandArgument, Redirection, SyntaxNode, Word } from 'unbash';
import type { Call, Stdin } from './call.ts';
import { holdsCode } from '../code/code-variables.ts';
import { runCodeOptions } from '../code/code-options.ts';
import { mayHoldCode, namesProgram, runVariable } from '../code/option-variables.ts';
import { collectVariables } from './collect-variables.ts';
import { isGrave } from '../effect.ts';
import { hasHiddenCharacters } from './hidden-characters.ts';
import { shellLimits } from '../limits.ts';
import { sourceOf, tellHost, tellNamed } from '../hosts/network.ts';
import { hostOfUrl, unknownHost } from '../hosts/host-of-url.ts';
import type { Node } from './nodes.ts';
import { homeMark, readable, unknownMark } from '../places/path.ts';
import { inputOf, outputOfAll } from './pipe-output.ts';
import { runProgram } from '../programs/programs.ts';
import { isReader, readWithTable } from '../programs/readers.ts';
import { parseScript } from './parse-script.ts';
import { Refusal } from '../refusal.ts';
import type { Runner } from './runner.ts';
import type { Scene } from './scene.ts';
import { withSources } from './sources-of-code.ts';
import { readWhole, readWord, unknownArg } from './word.ts';
import { words } from '../words.ts';
import type { Arg } from './word.ts';

/** Where a node is: what it may read from its input, and how deep. */
interface Within {
  readonly stdin: Stdin | undefined;
  readonly depth: number;
}

/** Walks every script of a command, nested ones too, and tells the scene what each simple command does. */
export class Walk implements Runner {
  readonly scene: Scene;
  /** Where what is put out comes from, of all programs that were seen. */
  readonly sources = new Set<'network' | 'decoded'>();

  readonly isProse: boolean;
  readonly #isAside: boolean;

  constructor(scene: Scene, { isAside = false, isProse = false } = {}) {
    this.scene = scene;
    this.#isAside = isAside;
    this.isProse = isProse;
  }

  /** The text that is being walked: what its parser left out can be seen there. */
  #text = '';

  script(text: string, within: Within): void {
    const script = parseScript(text);
    collectVariables(script, this.scene);
    const outer = this.#text;
    this.#text = text;
    this.visit(script, within);
    this.#text = outer;
  }

  readonly runCode: Runner['runCode'] = (code, { head, depth, guess = false }) => {
    for (const text of code.texts) {
      const known = code.literal && !text.includes(unknownMark);
      if (!known) this.scene.emit({ kind: 'exec', target: readable(text), origin: 'dynamic', certainty: 'certain', head });
      if (!known && text === unknownMark) continue;
      const source = text.replaceAll(unknownMark, '$_').replaceAll(homeMark, '~');
      if (!guess && hasHiddenCharacters(source)) throw new Refusal('hidden_characters');
      this.tryScript(source, depth, !guess && known);
    }
  };

  readonly runArgv: Runner['runArgv'] = ([name, ...args], { stdin, depth }) => {
    if (name === undefined) return;
    if (depth > shellLimits.maxNesting) throw new Refusal('too_deep');
    if (!name.literal || name.texts.some((text) => text.includes(unknownMark)))
      this.scene.emit({ kind: 'exec', target: readable(name.texts[0] ?? ''), origin: 'dynamic', certainty: 'certain', head: '*' });
    for (const text of name.texts) {
      // What expands to nothing leaves the next word to be the name.
      if (text === '' || text === unknownMark) this.runArgv(args, { stdin, depth: depth + 1 });
      else this.run(text, { args, stdin, depth, literal: name.literal });
    }
  };

  readonly aside: Runner['aside'] = (look, given = {}) => {
    const isProse = this.isProse || given.isProse === true;
    if (this.#isAside && isProse === this.isProse) return look(this);
    const walk = new Walk(this.scene.fork(), { isAside: true, isProse });
    try {
      look(walk);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
    }
    for (const effect of withSources(walk.scene.effects, walk.sources)) if (isGrave(effect)) this.scene.emit(effect);
  };

  private tryScript(text: string, depth: number, strict: boolean): void {
    try {
      this.script(text, { stdin: undefined, depth });
    } catch (cause) {
      if (strict || !(cause instanceof Refusal) || cause.reason !== 'unparseable') throw cause;
    }
  }

  private run(name: string, { literal, ...rest }: Omit<Call, 'head' | 'plain'> & { readonly literal: boolean }): void {
    this.scene.count(rest.args);
    const base = name.split('/').at(-1) ?? name;
    const head = readable(base.toLowerCase().replace(/\.exe$/, ''));
    const call: Call = { head, plain: literal && name === head, ...rest };
    this.scene.see(call);
    const source = sourceOf(call);
    if (source !== undefined) this.sources.add(source);
    if (name.includes('/')) this.runPath(name, call);
    // Elsewhere it may be another program.
    if (base !== head && base.toLowerCase() === head)
      this.scene.emit({ kind: 'exec', target: base, origin: 'file', certainty: 'possible', head: base });
    if (takesNames.has(head)) for (const { texts } of rest.args) this.runSubscripts(texts, rest.depth);
    if (!isReader(head)) return runProgram(call, this);
    readWithTable(call, this.scene);
    if (head === 'rg') runCodeOptions(call, this);
  }

  /** `x[$(…)]` where a name is taken: what is in the brackets is evaluated, quoted or not. */
  private runSubscripts(texts: readonly string[], depth: number): void {
    for (const text of texts)
      if (/\[[^\]]*(?:\$\(|`)/.test(text))
        this.runCode({ texts: [`: ${text}`], literal: true }, { head: '[', depth: depth + 1, guess: true });
  }

  /** A program that is named by its path is a file which is run. */
  private runPath(name: string, { head }: Call): void {
    for (const path of this.scene.pathsOf({ texts: [name], literal: true }))
      this.scene.emit({ kind: 'exec', target: readable(path), origin: 'file', certainty: 'certain', head });
  }

  private visit(node: SyntaxNode, within: Within): void {
    if (node.type === 'Script') return this.visitScript(node, within);
    if (node.type === 'Command') return this.visitCommand(node, within);
    if (node.type === 'Pipeline') return this.visitPipeline(node, within);
    if (node.type === 'Redirected') return this.visitRedirected(node, within);
    if (node.type === 'Assignment') return this.visitAssignment(node, within);
    if (!isRead(node)) throw new Refusal('unparseable');
    if (changesNames.has(node.type)) this.tellSyntax(node.type);
    if (node.type === 'Word') this.runSubscripts(readWhole(node, this.scene.variables).texts, within.depth);
    const inner = isCompound(node) ? { ...within, depth: deeper(within.depth) } : within;
    forEachChild(node, (child) => this.visit(child, inner));
  }

  /** Syntax that gives names another meaning or evaluates texts; never among what only shows. */
  private tellSyntax(type: string): void {
    this.scene.emit({ kind: 'exec', target: type.toLowerCase(), origin: 'text', certainty: 'possible', head: type.toLowerCase() });
  }

  private visitScript(script: Node<'Script'>, { stdin, depth }: Within): void {
    if ('errors' in script && Array.isArray(script.errors) && script.errors.length > 0) throw new Refusal('unparseable');
    const inner = { stdin, depth: deeper(depth) };
    for (const statement of script.commands) this.visit(statement, inner);
  }

  private visitRedirected({ command, redirects }: Node<'Redirected'>, within: Within): void {
    for (const redirect of redirects) this.visitRedirection(redirect, within);
    this.visit(command, { ...within, stdin: inputOf(redirects, this.scene.variables) ?? within.stdin });
  }

  private visitPipeline(node: Node<'Pipeline'>, within: Within): void {
    let { stdin } = within;
    for (const [at, command] of node.commands.entries()) {
      this.visit(command, { ...within, stdin });
      stdin = outputOfAll(command, at === 0 ? undefined : stdin, this.scene.variables);
    }
  }

  private visitCommand(node: Node<'Command'>, within: Within): void {
    if (isFollowedByGroup(node, this.#text)) throw new Refusal('unparseable');
    for (const part of node.prefix) if (part.type === 'Assignment') this.visitAssignment(part, within);
    const given = { ...within, stdin: outputOfAll(node, within.stdin, this.scene.variables) };
    for (const redirect of node.redirects) this.visitRedirection(redirect, given);
    for (const word of [node.name, ...node.args]) if (word !== undefined) this.visitArgument(word, within);
    const stdin = inputOf(node.redirects, this.scene.variables) ?? within.stdin;
    const name = node.name === undefined ? [] : readWord(node.name, this.scene.variables);
    this.runArgv([...name, ...node.args.flatMap((arg) => this.readArgument(arg))], { ...within, stdin });
    const parts = [...node.prefix, node.name, ...node.args].filter((part) => part !== undefined);
    if (parts.some(isFileOfCode)) for (const part of parts) this.runSubstituted(part, within);
  }

  /** What a process puts out whose output is run as a file. */
  private runSubstituted(node: SyntaxNode, within: Within): void {
    if (node.type === 'ProcessSubstitution' && node.script !== undefined) {
      for (const text of outputOfAll(node.script, undefined, this.scene.variables)?.texts ?? [])
        this.runCode({ texts: [text], literal: true }, { head: '<(', depth: deeper(within.depth), guess: true });
      return;
    }
    forEachChild(node, (child) => this.runSubstituted(child, within));
  }

  private visitArgument(node: CommandArgument, within: Within): void {
    forEachChild(node, (child) => this.visit(child, within));
  }

  private readArgument(node: CommandArgument): readonly Arg[] {
    if (node.type === 'Word') return this.withOutput(node, readWord(node, this.scene.variables));
    if (node.value.type !== 'Word') return [unknownArg];
    const value = readWhole(node.value, this.scene.variables);
    return [{ ...value, texts: value.texts.map((text) => `${node.name}=${text}`) }];
  }

  /** With what a process puts out that an argument stands for. */
  private withOutput(node: Word, args: readonly Arg[]): readonly Arg[] {
    const puts = (node.parts ?? []).flatMap((part) =>
      part.type === 'ProcessSubstitution' && part.script !== undefined
        ? (outputOfAll(part.script, undefined, this.scene.variables)?.texts ?? [unknownMark])
        : [],
    );
    return puts.length === 0 ? args : args.map((arg) => ({ ...arg, puts }));
  }

  private visitAssignment(node: Node<'Assignment'>, within: Within): void {
    const { name, value } = node;
    this.scene.emit({ kind: 'exec', target: `${name}=`, origin: 'text', certainty: 'possible', head: '=' });
    if (value.type === 'Word') tellNamed(name, readWhole(value, this.scene.variables), this);
    if (value.type === 'Word' && name === 'CDPATH') this.enterOneOf(readWhole(value, this.scene.variables));
    if (value.type === 'Word' && mayHoldCode(name))
      runVariable(name, codeIn(value, this.scene), { within: { head: '=', depth: deeper(within.depth) - 1 }, runner: this });
    forEachChild(node, (child) => this.visit(child, within));
  }

  /** Folders below which `cd` may go wherever it is. */
  private enterOneOf({ texts }: Arg): void {
    for (const folder of texts.flatMap((text) => text.split(':'))) if (folder !== '') this.scene.enter({ texts: [folder], literal: true });
  }

  private visitRedirection(redirect: Redirection, within: Within): void {
    forEachChild(redirect, (child) => this.visit(child, within));
    if (redirect.type === 'HereString' || redirect.type === 'HereDoc') return this.visitText(redirect);
    const { operator, target } = redirect;
    if (target === undefined) throw new Refusal('unparseable');
    const arg = readWhole(target, this.scene.variables);
    if (arg.literal && (operator === '<&' || operator === '>&') && /^(?:\d+-?|-)$/.test(arg.texts[0] ?? '')) return;
    for (const path of this.scene.pathsOf(arg)) {
      const host = /^\/dev\/(?:tcp|udp)(?:\/([^/]*)|$)/.exec(path);
      if (host === null) continue;
      this.scene.emit({ kind: 'network', target: path, place: 'protected', certainty: 'certain', head: operator });
      tellHost(hostOfUrl(host[1] ?? '') ?? unknownHost, { head: operator, scene: this.scene });
    }
    if (operator !== '>' && operator !== '>>' && operator !== '>|' && operator !== '&>' && operator !== '&>>')
      this.scene.touch('read', arg, { head: operator, certainty: 'possible' });
    if (operator !== '<' && operator !== '<&') this.scene.touch('write', arg, { head: operator });
    if (redirect.descriptor?.type === 'FileDescriptorVariable') this.tellSyntax('descriptor');
  }

  /** A text that is given to be read shows what its expansions stand for. */
  private visitText(redirect: Node<'HereString'> | Node<'HereDoc'>): void {
    if (redirect.type === 'HereDoc' && isLeftOpen(redirect.delimiter?.text ?? '')) throw new Refusal('unparseable');
    const literal =
      redirect.type === 'HereDoc'
        ? (redirect.body.parts ?? []).every(({ type }) => type === 'Literal')
        : redirect.target !== undefined && readWhole(redirect.target, this.scene.variables).literal;
    if (!literal) this.scene.emit({ kind: 'read', target: '*', place: 'unknown', certainty: 'possible', head: redirect.operator });
  }
}

/** `<<'X` without its other quote. */
const isLeftOpen = (delimiter: string): boolean =>
  ["'", '"'].some((quote) => (delimiter.split(quote).length - 1) % 2 === 1 && !delimiter.includes('\\'));

/** Built-in commands that take names of variables. */
const takesNames: ReadonlySet<string> = new Set(
  words('test [ [[ printf let unset declare typeset local readonly export read mapfile readarray wait getopts'),
);

/** Programs whose file is code. */
const runsCode = /(?:^|\/)(?:source|\.|(?:ba|da|z|k|mk|a|fi|c|tc|rba|ya|o)?sh)$/;

/** A program, or a variable, that takes a file for code. The parser parts a variable from a process that stands for its file. */
const isFileOfCode = (part: SyntaxNode): boolean =>
  part.type === 'Word'
    ? runsCode.test(part.value) || isCodeOf(/^(\w+)\+?=/.exec(part.text)?.[1] ?? '')
    : part.type === 'Assignment' && isCodeOf(part.name);

const isCodeOf = (name: string): boolean => holdsCode(name) || namesProgram(name);

/** A parenthesis behind the words of a command: bash takes it for an error, its parser passes over it. */
function isFollowedByGroup({ name, args }: Node<'Command'>, text: string): boolean {
  // Places of a script in another text are not those of this one.
  if (name === undefined || text.slice(name.pos, name.end) !== name.text) return false;
  return [name, ...args].some(({ end }) => /^(?:[^\S\n]|\\\n)*\(/.test(text.slice(end, end + 64)));
}

/** A mark before code says that it is a program and not a file. */
function codeIn(word: Word, { variables }: Scene): Arg {
  const { texts, literal } = readWhole(word, variables);
  return { texts: [...new Set(texts.flatMap((text) => [text, text.replace(/^(?:[!|]|.*\+[!|])/, '')]))], literal };
}

function deeper(depth: number): number {
  if (depth >= shellLimits.maxNesting) throw new Refusal('too_deep');
  return depth + 1;
}

const compounds: ReadonlySet<string> = new Set(['Subshell', 'BraceGroup', 'If', 'For', 'While', 'Case', 'Function']);
const isCompound = ({ type }: SyntaxNode): boolean => compounds.has(type);

const changesNames: ReadonlySet<string> = new Set([
  'Function',
  'Coproc',
  'Select',
  'For',
  'ArithmeticFor',
  'ArithmeticCommand',
  'TestCommand',
]);

/** Whether the parser has read what is in it, where that may be commands. */
function isRead(node: SyntaxNode): boolean {
  if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution' || node.type === 'ArithmeticCommandExpansion')
    return node.script !== undefined;
  if (node.type === 'ArithmeticExpansion') return node.expression !== undefined || !/[$`]/.test(node.text.slice(1));
  return node.type !== 'ArithmeticCommand' || node.expression !== undefined || !/[$`]/.test(node.body);
}
