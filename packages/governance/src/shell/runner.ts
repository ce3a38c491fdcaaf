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
}

/** Looks at one program's call. */
export type Handler = (call: Call, runner: Runner) => void;
