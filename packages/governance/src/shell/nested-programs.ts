import type { Call } from './call.ts';
import type { Handler, Runner } from './runner.ts';
import { isShell } from './interpreters.ts';
import { literalArg, unknownArg } from './word.ts';

/** Programs that run another one after a word of theirs; without words, right after their options. */
const runners: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  bunx: [],
  pnpx: [],
  uvx: [],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run'],
  bun: ['x'],
  uv: ['run', 'tool'],
  poetry: ['run'],
  pipenv: ['run'],
  pipx: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  conda: ['run'],
  bundle: ['exec'],
  direnv: ['exec'],
  mise: ['exec', 'x'],
  asdf: ['exec'],
  nix: ['run', 'shell', 'develop'],
  gdb: ['--args'],
  screen: [],
};

/** Programs that give what they are told to a shell, or to a program elsewhere. */
const shellsOf: Readonly<Record<string, readonly string[]>> = {
  tmux: [
    'new',
    'new-session',
    'neww',
    'new-window',
    'splitw',
    'split-window',
    'respawnp',
    'respawn-pane',
    'run',
    'run-shell',
    'if',
    'if-shell',
    'popup',
  ],
};

const elsewhere = new Set(['ssh', 'docker', 'podman', 'nerdctl', 'kubectl', 'lxc', 'wsl', 'machinectl', 'multipass', 'vagrant']);

/** What awk writes, and what it gives to a shell that is not written out. */
function runAwk(texts: readonly string[], { head, depth }: Pick<Call, 'head' | 'depth'>, { scene, runCode }: Runner): void {
  for (const text of texts) {
    for (const { groups } of text.matchAll(/>>?\s*"(?<file>[^"]+)"/g)) scene.touch('write', literalArg(groups?.['file'] ?? ''), { head });
    if (/system\s*\(\s*[^"\s)]|\|\s*(?:getline|"(?:ba|da|z)?sh")/.test(text)) runCode(unknownArg, { head, depth: depth + 1 });
  }
}

/** Words that may begin the program; more are options and what belongs to them. */
const mostStarts = 4;

/** Looks at a program that another one is told to run, by whichever of the words it may begin with. */
export const runNested: Handler = ({ head, args, stdin, depth }, runner) => {
  const texts = args.map(({ texts: [text = ''] }) => text);
  const steps = Object.hasOwn(runners, head) ? runners[head] : undefined;
  const from = steps === undefined ? -1 : steps.length === 0 ? 0 : texts.findIndex((text) => steps.includes(text)) + 1;
  if (head.endsWith('awk')) runAwk(texts, { head, depth }, runner);
  if (steps !== undefined && (from > 0 || steps.length === 0)) {
    if (texts.includes('-')) runner.runCode(unknownArg, { head, depth: depth + 1 });
    const starts = texts.flatMap((text, at) => (at >= from && !text.startsWith('-') ? [at] : [])).slice(0, mostStarts);
    for (const at of starts) runner.runArgv(args.slice(at), { stdin, depth: depth + 1 });
  }
  const shell = Object.hasOwn(shellsOf, head) ? shellsOf[head] : undefined;
  if (shell?.some((step) => texts.includes(step)))
    for (const text of texts.filter((one) => /\s/.test(one))) runner.runCode(literalArg(text), { head, depth: depth + 1, guess: true });
  // What is read is code there.
  if (elsewhere.has(head) && texts.some((text) => isShell(text.split('/').at(-1) ?? '')))
    runner.runCode(unknownArg, { head, depth: depth + 1 });
};
