/** What each kind of action is, in a few words. */
const kinds: Readonly<Record<string, string>> = {
  'shell.exec': 'Run a command',
  'file.write': 'Write a file',
  'mcp.call': 'Call a tool',
  'schedule.create': 'Repeat an action',
  'agent.invoke': 'Let another agent act',
  'external.change': 'Change another system',
  'policy.change': 'Change the policy',
  'memory.write': 'Write a memory',
  'memory.delete': 'Delete a memory',
  'knowledge.write': 'Add a document',
  'knowledge.delete': 'Delete a document',
};

export const kindWords = (kind: string): string => kinds[kind] ?? kind;

export type Outcome = 'allow' | 'allow_with_obligations' | 'require_approval' | 'deny';

/** What a decision is, in a word or two. */
export const outcomes: Readonly<Record<Outcome, string>> = {
  allow: 'Allowed',
  allow_with_obligations: 'Allowed with obligations',
  require_approval: 'Asks people',
  deny: 'Denied',
};

export const outcomeWords = (outcome: Outcome): string => outcomes[outcome];

export const outcomeTone = (outcome: Outcome): 'good' | 'bad' | 'wary' =>
  outcome === 'deny' ? 'bad' : outcome === 'require_approval' ? 'wary' : 'good';

const risks = { low: 'Low risk', medium: 'Medium risk', high: 'High risk', critical: 'Critical risk' } as const;

export const riskWords = (level: keyof typeof risks): string => risks[level];

export const riskTone = (level: keyof typeof risks): 'plain' | 'wary' | 'bad' =>
  level === 'low' ? 'plain' : level === 'medium' ? 'wary' : 'bad';

/** Names one after another, as a sentence lists them. */
export function listWords(names: readonly string[], last: 'and' | 'or'): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
