import { canonicalPath, isWithin, readable, unknownMark } from '../places/path.ts';
import { isNullDevice, isProtected, isSecret } from '../places/protected-paths.ts';
import { Refusal } from '../refusal.ts';
import { shellLimits } from '../limits.ts';
import type { Call } from './call.ts';
import type { Effect, EffectKind, Place } from '../effect.ts';
import { Spent } from './spent.ts';
import type { Arg, Variables } from './word.ts';
import { workspaceRootOf } from '../places/workspace-root.ts';

/** A simple command as rules and people see it. */
export interface SeenCommand {
  readonly head: string;
  /** Its arguments as they are shown, what is not known of them as `*`. */
  readonly args: readonly string[];
  /** The options among them, each without its value. */
  readonly flags: readonly string[];
}

/**
 * What is known while a command is looked at. Everything in it only grows: directories that may be the current one, texts that a
 * variable may have, effects. So text that is added can make a verdict worse and never better.
 */
export class Scene {
  readonly root: string;
  readonly variables: Variables = new Map();
  readonly commands: SeenCommand[] = [];
  readonly #cwds: Set<string | undefined>;
  readonly #effects = new Map<string, Effect>();
  readonly #spent: Spent;
  /** What is looked at aside, all of it together. */
  #aside: Spent | undefined;

  constructor(cwd: string, root: string, spent: Spent = new Spent(shellLimits.maxCommands)) {
    this.root = workspaceRootOf(root);
    this.#spent = spent;
    this.#cwds = new Set([canonicalPath(cwd, this.root)]);
    this.variables.set('PWD', new Set([cwd]));
    this.variables.set('OLDPWD', new Set([cwd]));
  }

  get effects(): readonly Effect[] {
    return [...this.#effects.values()];
  }

  emit(effect: Effect): void {
    const { kind, target, place, origin, certainty, head } = effect;
    this.#effects.set(`${kind} ${place} ${origin} ${certainty} ${head} ${target}`, effect);
  }

  /** One that begins with what is known here, and of which nothing is known here unless it is told. Its limits are those of all such together. */
  fork(): Scene {
    this.#aside ??= new Spent(shellLimits.maxCommandsAside);
    const scene = new Scene('/', this.root, this.#aside);
    scene.#aside = this.#aside;
    scene.#cwds.clear();
    for (const cwd of this.#cwds) scene.#cwds.add(cwd);
    for (const [name, texts] of this.variables) scene.variables.set(name, new Set(texts));
    return scene;
  }

  /** An effect on a file: one for each place that the argument may name. */
  touch(
    kind: EffectKind,
    arg: Arg,
    { head, certainty = 'certain' }: { readonly head: string; readonly certainty?: Effect['certainty'] },
  ): void {
    for (const text of arg.texts.flatMap((one) => [...readingsOf(one), ...(certainty === 'certain' ? inOtherSteps(one) : [])])) {
      for (const cwd of this.#cwds) {
        const { path, place } = this.locate(kind, text, cwd, arg.literal);
        this.emit({ kind, target: readable(path), place, certainty: arg.literal ? certainty : 'possible', head });
      }
    }
  }

  /** Tells that a program may run what the settings in a directory name, where that is not in the workspace. */
  obey(directory: Arg, head: string): void {
    for (const text of directory.texts.flatMap(readingsOf)) {
      for (const cwd of this.#cwds) {
        const { path, place } = this.locate('exec', text, cwd, directory.literal);
        if (place !== 'workspace') this.emit({ kind: 'exec', target: readable(path), place, certainty: 'possible', head });
      }
    }
  }

  /** Each path that an argument may name, as it is known. */
  pathsOf(arg: Arg): readonly string[] {
    return arg.texts.flatMap((text) => [...this.#cwds].flatMap((cwd) => canonicalPath(text, cwd) ?? []));
  }

  /** A directory that may be the current one from now on; the ones before may be still, since changing to it may fail. */
  enter(arg: Arg): void {
    const before = Array.from(this.#cwds);
    for (const text of arg.texts) {
      for (const cwd of before) {
        const path = text.includes(unknownMark) ? undefined : canonicalPath(text, cwd);
        this.#cwds.add(path);
        if (path !== undefined) this.variables.get('PWD')?.add(path);
      }
    }
    if (this.#cwds.size > shellLimits.maxReadings) throw new Refusal('too_many_readings');
  }

  /** Texts that a variable may have from now on. */
  assign(name: string, texts: readonly string[]): void {
    const known = this.variables.get(name) ?? new Set<string>();
    for (const text of texts) if (text !== unknownMark) known.add(text);
    this.variables.set(name, known);
  }

  /** Words that `$0`, `$1` and so on, and `$@`, may stand for. */
  givePositional(args: readonly Arg[], first: number): void {
    for (const [at, { texts }] of args.entries()) for (const name of [String(first + at), '@', '*']) this.assign(name, texts);
  }

  see({ head, args }: Pick<Call, 'head' | 'args'>): void {
    const shown = args.map(({ texts }) => readable(texts[0] ?? unknownMark));
    const ends = shown.indexOf('--');
    const flags = shown.slice(0, ends < 0 ? shown.length : ends).filter((arg) => arg.startsWith('-') && arg !== '-');
    this.commands.push({ head, args: shown, flags: flags.map((flag) => flag.split('=')[0] ?? flag) });
  }

  /** @throws Refusal beyond the limits of commands, or of their arguments together. */
  count({ length }: readonly Arg[]): void {
    this.#spent.command(length);
  }

  private locate(kind: EffectKind, text: string, cwd: string | undefined, literal: boolean): { path: string; place: Place } {
    this.#spent.place();
    const path = canonicalPath(text, cwd);
    // A name that is protected anywhere is so in a directory that is not known, too.
    if (path === undefined) return { path: text, place: placeUnlocated(kind, text) };
    if (kind === 'read') return { path, place: isSecret(path) ? 'secret' : this.placeOf(path, literal) };
    if (isNullDevice(path)) return { path, place: 'null_device' };
    if (isProtected(path)) return { path, place: 'protected' };
    // The workspace itself, or a directory that holds it, is more than what is in it.
    if (kind === 'delete' && isWithin(this.root, path)) return { path, place: 'outside' };
    const place = this.placeOf(path, literal);
    // What may be the workspace itself may be something beside it, too.
    return { path, place: kind === 'delete' && place === 'unknown' && !this.isInside(path) ? 'outside' : place };
  }

  /** The root of everything bounds nothing, so it is nobody's workspace. */
  private isInside(path: string): boolean {
    return this.root !== '/' && isWithin(path, this.root);
  }

  private placeOf(path: string, literal: boolean): Place {
    if (this.isInside(path)) return literal && !path.includes(unknownMark) ? 'workspace' : 'unknown';
    const cut = path.indexOf(unknownMark);
    if (cut < 0) return 'outside';
    // `/re*` may be `/repo`.
    return isWithin(this.root, path.slice(0, path.lastIndexOf('/', cut)) || '/') && this.root.startsWith(path.slice(0, cut))
      ? mayHold(path, cut)
      : 'outside';
  }
}

/** `*`, or what a variable holds, may be anywhere; and it may be what is in the current directory, which may be known. */
const readingsOf = (text: string): readonly string[] => (text.startsWith(unknownMark) ? [text, `./${text}`] : [text]);

/** Where steps of a path are parted by `\`, it is one of several files. What only may be a path may be a pattern with escapes instead. */
const inOtherSteps = (text: string): readonly string[] => (text.includes('\\') ? [text.replaceAll('\\', '/')] : []);

/** `/*` holds everything, so deleting it is deleting outside. */
const mayHold = (path: string, cut: number): Place => (path.slice(0, cut).endsWith('/') ? 'outside' : 'unknown');

function placeUnlocated(kind: EffectKind, text: string): Place {
  if (kind === 'read') return isSecret(`/${text}`) ? 'secret' : 'unknown';
  return isProtected(`/${unknownMark}/${text}`) ? 'protected' : 'unknown';
}
