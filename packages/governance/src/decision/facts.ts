import type { Action, ActionOf } from '../actions/action.ts';
import { analyseCommand } from '../shell/analyse-command.ts';
import type { Effect } from '../shell/effect.ts';
import type { SeenCommand } from '../shell/script/scene.ts';
import { addressesIn } from './addresses.ts';
import { writeEffects } from './file-effects.ts';
import { riskOf } from './risk.ts';
import type { Risk } from './risk.ts';
import { untrustedControls } from './untrusted.ts';

/** What conditions are held against, found out once for an action. */
export interface Facts {
  readonly action: Action;
  readonly effects: readonly Effect[];
  readonly commands: readonly SeenCommand[];
  /** Canonical. */
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
  /** Whether any of them is surely spoken to: a variable or an option may name one that is not. */
  readonly speaks: boolean;
  /** What only looks like a host among the arguments of a call, by whatever name it is given. */
  readonly likeHosts: readonly string[];
  /** What stands within a text of them, or is written without a scheme: for rules that do not allow. */
  readonly nearHosts: readonly string[];
  /** JSON pointers of arguments that decide where or what is done and have a value that nobody vouches for. */
  readonly untrustedControls: readonly string[];
  readonly risk: Risk;
}

/** Found out once for an action, which does not change. */
export function factsOf(action: Action): Facts {
  const known = found.get(action);
  if (known !== undefined) return known;
  const facts = findOut(action);
  found.set(action, facts);
  return facts;
}

const found = new WeakMap<Action, Facts>();

function findOut(action: Action): Facts {
  const addresses = action.kind === 'mcp.call' ? addressesIn(action.arguments) : { hosts: [], likeHosts: [], nearHosts: [] };
  const { effects, commands } =
    action.kind === 'shell.exec' ? analysed(action) : { effects: effectsOf(action, addresses.hosts), commands: [] };
  const controls = action.kind === 'mcp.call' ? untrustedControls(action) : [];
  const paths = effects.flatMap(({ target, place }) => (place === undefined ? [] : [target]));
  const hosts = effects.flatMap(({ kind, target }) => (kind === 'network' ? [target] : []));
  const risk = riskOf(action, { effects, untrustedControls: controls });
  const { likeHosts, nearHosts } = addresses;
  const speaks =
    action.kind !== 'shell.exec' ||
    effects.some(({ kind, certainty, target }) => kind === 'network' && (certainty === 'certain' || target === '*'));
  return {
    action,
    effects,
    commands,
    paths: [...new Set(paths)],
    hosts: [...new Set(hosts)],
    speaks,
    likeHosts,
    nearHosts,
    untrustedControls: controls,
    risk,
  };
}

/** Leaving the sandbox is more rights, by what counts as a command of its own: a rule that allows the others does not allow it. */
function analysed({ command, cwd, workspace_root: workspaceRoot, env, unsandboxed }: ActionOf<'shell.exec'>) {
  const { effects, commands } = analyseCommand(command, { cwd, workspaceRoot, env });
  if (unsandboxed !== true) return { effects, commands };
  const head = 'unsandboxed';
  const leaving: Effect = { kind: 'privilege', target: 'leaving the sandbox', certainty: 'certain', head };
  return { effects: [...effects, leaving], commands: [...commands, { head, args: [], flags: [] }] };
}

function effectsOf(action: Action, hosts: readonly string[]): readonly Effect[] {
  if (action.kind === 'file.write') return writeEffects(action);
  if (action.kind === 'mcp.call') return hosts.map((target) => networkEffect(target, action.tool));
  return action.kind === 'policy.change'
    ? [
        {
          kind: 'policy_change',
          target: action.scope === 'workspace' ? `workspace/${action.revision}` : String(action.revision),
          certainty: 'certain',
          head: '',
        },
      ]
    : [];
}

const networkEffect = (target: string, head: string): Effect => ({ kind: 'network', target, certainty: 'possible', head });
