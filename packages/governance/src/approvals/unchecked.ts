import type { Action, ActionKind, ActionOf } from '../actions/action.ts';
import type { Facts } from '../decision/facts.ts';

const byKind: Readonly<Partial<Record<ActionKind, readonly string[]>>> = {
  'shell.exec': ['where links in its paths lead', 'what the programs and scripts that it runs do'],
  'file.write': ['where links in its path lead', 'what the file says: only hashes are known'],
  'mcp.call': ['what the tool does with its arguments'],
  'schedule.create': ['what will hold when a later run begins; each is decided on again'],
  'agent.invoke': ['what the other agent will do; each action of it is decided on'],
  'knowledge.write': ['what the document says: only its hash is known'],
  'external.change': ['what the system is like now, and what else the change sets off'],
};

/** What a person should know that nobody has looked at. */
export function uncheckedOf({ action, effects, commands }: Facts): readonly string[] {
  const open = effects.some(({ target }) => target.includes('*'));
  return [
    ...(byKind[action.kind] ?? []),
    ...(commands.some(({ head }) => head === 'git') ? ['hooks and settings of the git repository'] : []),
    ...(open ? ['what `*` stands for: that is known only as it runs'] : []),
    ...ofAction(action),
  ];
}

function ofAction(action: Action): readonly string[] {
  if (action.kind === 'memory.write') return ofMemory(action);
  if (action.kind === 'shell.exec' && (action.env ?? []).length > 0) return ['values of the variables that it is given'];
  return action.kind === 'mcp.call' && action.tool_schema_hash === undefined ? ['whether the tool is still as it was described'] : [];
}

const ofMemory = ({
  content,
  content_hash: text,
  metadata,
  metadata_hash: data,
  restores,
}: ActionOf<'memory.write'>): readonly string[] => [
  ...(content === undefined && (text !== undefined || restores !== undefined) ? ['what the text is: that is not told'] : []),
  ...(metadata === undefined && data !== undefined ? ['what the metadata are: that is not told'] : []),
];
