import type { Handler } from '../script/runner.ts';
import { literalArg } from '../script/word.ts';

/** Programs that are told of another one by an option, and of its arguments by others. */
const options: ReadonlyMap<string, readonly [program: RegExp, args: RegExp]> = new Map([
  ['mvn', [/^-Dexec\.executable$/, /^-Dexec\.(?:args|commandlineArgs)$/]],
  ['mvnw', [/^-Dexec\.executable$/, /^-Dexec\.(?:args|commandlineArgs)$/]],
  ['kubectl', [/^--exec-command$/, /^--exec-arg$/]],
  ['helm', [/^--post-renderer$/, /^--post-renderer-args$/]],
  ['just', [/^--shell$/, /^--shell-arg$/]],
  ['flatpak', [/^--command$/, /^--args$/]],
]);

/** Looks at such a program with its arguments, given as one text or word by word. */
export const runPartedCommand: Handler = ({ head, args, depth }, runner) => {
  const known = options.get(head);
  if (known === undefined) return;
  const texts = args.map(({ texts: [text = ''] }) => text);
  const [programs, given] = known.map((option) =>
    texts.flatMap((text, at) => {
      const [name = '', ...value] = text.split('=');
      if (!option.test(name)) return [];
      return value.length > 0 ? [value.join('=')] : (texts[at + 1] ?? []);
    }),
  );
  for (const program of programs ?? []) {
    runner.runCode(literalArg([program, ...(given ?? [])].join(' ')), { head, depth: depth + 1, guess: true });
    runner.runArgv([program, ...(given ?? [])].map(literalArg), { stdin: undefined, depth: depth + 1 });
  }
};
