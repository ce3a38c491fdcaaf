import type { Action } from '../actions/action.ts';
import { endsSchedule } from '../actions/ended-schedule.ts';
import { riskLevels } from '../rules/rule.ts';
import type { RiskLevel } from '../rules/rule.ts';
import type { Effect } from '../shell/effect.ts';

export interface Risk {
  readonly level: RiskLevel;
  readonly reasons: readonly string[];
}

/** What is looked at: what the action does, and pointers to arguments that decide it and that nobody vouches for. */
interface Found {
  readonly effects: readonly Effect[];
  readonly untrustedControls: readonly string[];
}

type Finding = readonly [level: RiskLevel, reason: string];

/** How bad it could be, and why: the worst of what was found. */
export function riskOf(action: Action, { effects, untrustedControls }: Found): Risk {
  const findings = [...effects.flatMap(ofEffect), ...ofAction(action)];
  if (untrustedControls.length > 0)
    findings.push(['high', `arguments that decide what is done come from elsewhere: ${untrustedControls.join(', ')}`]);
  const worst = Math.max(0, ...findings.map(([level]) => riskLevels.indexOf(level)));
  const level = riskLevels[worst] ?? 'critical';
  return { level, reasons: [...new Set(findings.filter(([found]) => found === level).map(([, reason]) => reason))].slice(0, 10) };
}

function ofEffect({ kind, place, origin, target }: Effect): readonly Finding[] {
  if (kind === 'refused') return [['critical', `cannot be read safely: ${target}`]];
  if (kind === 'exec' && (origin === 'network' || origin === 'decoded'))
    return [['critical', `runs ${origin === 'network' ? 'fetched' : 'decoded'} code`]];
  if (place === 'protected' && kind !== 'read' && kind !== 'exec') return [['critical', `changes a protected place: ${target}`]];
  if (place === 'secret') return [['critical', `reads credentials: ${target}`]];
  if (kind === 'delete') return [[place === 'outside' ? 'critical' : 'high', `deletes ${target}`]];
  if (kind === 'privilege' || kind === 'persistence' || kind === 'policy_change') return [['high', `${kind.replace('_', ' ')}: ${target}`]];
  if (kind === 'network') return [['medium', `speaks to ${target}`]];
  if (kind === 'exec' || kind === 'process_kill') return [['medium', `${kind === 'exec' ? 'runs' : 'ends'} ${target}`]];
  return kind === 'write' && place !== 'null_device' ? [['medium', `writes ${target}`]] : [];
}

function ofAction(action: Action): readonly Finding[] {
  if (action.kind === 'external.change') return [[action.reversible ? 'medium' : 'high', `${action.operation} in ${action.system}`]];
  if (action.kind === 'schedule.create') {
    if (endsSchedule(action.template)) return [['medium', 'ends what was to run later']];
    const endless = action.max_runs === undefined && action.ends_at === undefined;
    return [endless ? ['high', 'runs again without an end'] : ['medium', 'runs again later']];
  }
  if (action.kind === 'agent.invoke') return [[action.depth > 2 ? 'high' : 'medium', `lets agent ${action.agent_id} act`]];
  if (action.kind === 'memory.delete' || action.kind === 'knowledge.delete') return [['medium', 'deletes what is remembered']];
  if (action.kind === 'knowledge.write' && action.replaces !== undefined) return [['medium', 'replaces what is known']];
  return action.kind === 'mcp.call' ? [['medium', `calls ${action.tool} of ${action.server}`]] : [];
}
