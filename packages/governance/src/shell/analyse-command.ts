import { poisons } from './code-variables.ts';
import type { Effect } from './effect.ts';
import { hasHiddenCharacters } from './hidden-characters.ts';
import { shellLimits } from './limits.ts';
import { Refusal } from './refusal.ts';
import type { RefusalReason } from './refusal.ts';
import { Scene } from './scene.ts';
import type { SeenCommand } from './scene.ts';
import { Walk } from './walk.ts';

export interface CommandContext {
  /** Absolute. The directory that the command starts in. */
  readonly cwd: string;
  /** Absolute. */
  readonly workspaceRoot: string;
  /** Names of the variables that it is given from outside; their values are not known. */
  readonly env?: readonly string[] | undefined;
}

/** What a shell command does, as far as its text tells. */
export interface CommandAnalysis {
  readonly effects: readonly Effect[];
  /** Every simple command in it, wrappers and nested scripts opened; those seen before a refusal. */
  readonly commands: readonly SeenCommand[];
  /** Why it was refused to be read; then its one effect is `refused`. */
  readonly refusal?: RefusalReason;
}

/**
 * Tells by its text what a command for `bash --noprofile --norc -c` does: each effect with its target and how sure it is. Runs nothing
 * and looks at no file. What cannot be read safely (hidden characters, more than the limits, syntax errors) has the one effect
 * `refused`. Text that is added to a command never takes an effect away, unless it makes it refused.
 */
export function analyseCommand(command: string, { cwd, workspaceRoot, env = [] }: CommandContext): CommandAnalysis {
  const scene = new Scene(cwd, workspaceRoot);
  try {
    checkText(command);
    for (const name of env.filter(poisons))
      scene.emit({ kind: 'exec', target: `${name}=`, origin: 'text', certainty: 'possible', head: '=' });
    const walk = new Walk(scene);
    walk.script(command, { stdin: undefined, depth: 0 });
    return { effects: withSources(scene.effects, walk.sources), commands: scene.commands };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const refused: Effect = { kind: 'refused', target: cause.reason, certainty: 'certain', head: '' };
    return { effects: [refused], commands: scene.commands, refusal: cause.reason };
  }
}

function checkText(command: string): void {
  if (isTooLong(command)) throw new Refusal('too_long');
  if (hasHiddenCharacters(command)) throw new Refusal('hidden_characters');
}

/** A UTF-16 code unit takes 1 to 3 bytes. */
function isTooLong(command: string): boolean {
  if (command.length > shellLimits.maxBytes) return true;
  return command.length * 3 > shellLimits.maxBytes && new TextEncoder().encode(command).length > shellLimits.maxBytes;
}

/**
 * Computed code, and files that were just written, may be what was fetched or decoded anywhere in the same command. Files are told
 * from those that were there before; how computed code comes about is not followed, so it counts as such.
 */
function withSources(effects: readonly Effect[], sources: ReadonlySet<'network' | 'decoded'>): readonly Effect[] {
  if (sources.size === 0) return effects;
  const written = new Set(effects.filter(isWritten).map(({ target }) => target));
  const fed = effects.filter(
    ({ kind, origin, target }) => kind === 'exec' && (origin === 'dynamic' || (origin === 'file' && written.has(target))),
  );
  return [...effects, ...[...sources].flatMap((origin) => fed.map((effect) => ({ ...effect, origin })))];
}

/** Programs that change what is known of a file, not what is in it. */
const fileChangers = new Set(['chmod', 'chown', 'chgrp', 'touch', 'mkdir']);

const isWritten = ({ kind, certainty, head }: Effect): boolean => kind === 'write' && certainty === 'certain' && !fileChangers.has(head);
