import type { Arg } from './word.ts';

/** What is known of a command's standard input. */
export interface Stdin {
  /** The texts that it may be, when they are known from the command itself. */
  readonly texts?: readonly string[];
  /** Words that stand for what it lists, such as where a search starts. */
  readonly words?: readonly Arg[];
}

/** One simple command, its wrappers taken away. */
export interface Call {
  /** The program's name without its folder; `*` where it is not known. */
  readonly head: string;
  /** Whether the name is written out and is not a path, so that it names what the search path finds. */
  readonly plain: boolean;
  readonly args: readonly Arg[];
  /** Undefined: none is known. */
  readonly stdin: Stdin | undefined;
  /** How many scripts and wrappers it is in. */
  readonly depth: number;
}
