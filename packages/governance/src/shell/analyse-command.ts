import { poisons } from './code/code-variables.ts';
import type { Effect } from './effect.ts';
import { hasHiddenCharacters } from './script/hidden-characters.ts';
import { shellLimits } from './limits.ts';
import { Refusal } from './refusal.ts';
import type { RefusalReason } from './refusal.ts';
import { Scene } from './script/scene.ts';
import type { SeenCommand } from './script/scene.ts';
import { withSources } from './script/sources-of-code.ts';
import { Walk } from './script/walk.ts';

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
    const reason = reasonOf(cause);
    const refused: Effect = { kind: 'refused', target: reason, certainty: 'certain', head: '' };
    return { effects: [refused], commands: scene.commands, refusal: reason };
  }
}

/** What nests in itself without a word that opens it, as `1+1+1+…` does, is only seen to be too deep when it is walked. */
function reasonOf(cause: unknown): RefusalReason {
  if (cause instanceof Refusal) return cause.reason;
  if (cause instanceof RangeError) return 'too_deep';
  throw cause;
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
