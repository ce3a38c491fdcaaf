import type { Call } from './call.ts';
import type { Scene } from './scene.ts';
import type { Arg } from './word.ts';

/** What commands that run others need: the scene, and ways to look at what they run. */
export interface Runner {
  readonly scene: Scene;
  /** Looks at a command whose first word is `argv[0]`; one without words runs nothing. */
  readonly runArgv: (argv: readonly Arg[], within: Pick<Call, 'stdin' | 'depth'>) => void;
  /**
   * Looks at shell code. `code` that is not literal is looked at as far as it is known, and what runs may be anything besides.
   * `guess`: it may be no code at all, so it need not parse.
   */
  readonly runCode: (code: Arg, within: Pick<Call, 'head' | 'depth'> & { readonly guess?: boolean }) => void;
  /**
   * Looks at what may be no command at all, without counting it among the commands: told is only what is grave of it (`isGrave`), and nothing
   * where it is too much to be looked at. `isProse`: it may be a sentence for people.
   */
  readonly aside: (look: (runner: Runner) => void, given?: { readonly isProse?: boolean }) => void;
  /** Whether that is being done to what may be such a sentence, in which a word that is no program that is known does nothing. */
  readonly isProse: boolean;
}

/** Looks at one program's call. */
export type Handler = (call: Call, runner: Runner) => void;
