import type { Action, ActionKind, ActionOf } from '../actions/action.ts';
import { isCheckpointAction } from '../actions/checkpoint-action.ts';
import { endsSchedule } from '../actions/ended-schedule.ts';
import type { Facts } from '../decision/facts.ts';
import type { Effect, EffectKind, Origin, Place } from '../shell/effect.ts';

/** What an action does, in sentences for people; the worst of a command comes first. */
export function effectsInWords({ action, effects }: Facts): readonly string[] {
  const ranked = effects.toSorted((a, b) => weight.indexOf(a.kind) - weight.indexOf(b.kind)).map(inWords);
  return [...new Set([...sentenceOf(action), ...ranked])];
}

const weight: readonly EffectKind[] = [
  ...(['refused', 'delete', 'privilege', 'persistence', 'policy_change', 'network', 'exec'] as const),
  ...(['process_kill', 'write', 'read', 'print'] as const),
];

const verbs: Readonly<Record<EffectKind, readonly [certain: string, possible: string]>> = {
  print: ['shows text by', 'may show text by'],
  read: ['reads', 'may read'],
  write: ['writes', 'may write'],
  delete: ['deletes', 'may delete'],
  exec: ['runs', 'may run'],
  network: ['speaks to', 'may speak to'],
  privilege: ['takes on more rights by', 'may take on more rights by'],
  persistence: ['leaves something that runs later:', 'may leave something that runs later:'],
  policy_change: ['changes the policy to revision', 'may change the policy to revision'],
  process_kill: ['ends', 'may end'],
  refused: ['cannot be read safely:', 'cannot be read safely:'],
};

const places: Readonly<Record<Place, string>> = {
  workspace: ' in the workspace',
  outside: ' outside the workspace',
  protected: ', which decides what runs later or guards something',
  secret: ', which holds credentials',
  null_device: '',
  unknown: ', wherever that is',
};

const origins: Readonly<Record<Origin, string>> = {
  text: ', as it is written in the command',
  file: '',
  dynamic: ', which is computed as it runs',
  network: ', which comes from the network',
  decoded: ', which is decoded first',
};

function inWords({ kind, target, certainty, place, origin }: Effect): string {
  const [certain, possible] = verbs[kind];
  const told = target === '*' ? 'something that the text does not tell' : target;
  const shown = kind === 'exec' && place !== undefined ? `what settings in ${told} say` : told;
  return `${certainty === 'certain' ? certain : possible} ${shown}${place === undefined ? '' : places[place]}${origin === undefined ? '' : origins[origin]}`;
}

type Sentences = { readonly [Kind in ActionKind]: (action: ActionOf<Kind>) => readonly string[] };

const sentences: Sentences = {
  'shell.exec': () => [],
  'file.write': ({ path, size, after_hash: after }) => [
    `${after === undefined ? 'changes' : 'writes'} the file ${path}${size === undefined ? '' : `, ${size} bytes after`}`,
  ],
  'mcp.call': ({ server, tool }) => [`calls the tool ${tool} of the server ${server}`],
  'schedule.create': ({ template, recurrence, max_runs: runs, ends_at: end }) => [
    endsSchedule(template)
      ? `takes the schedule ${String(template['id'])} away`
      : `does it again by ${recurrence}, ${runs === undefined ? 'as often as that is' : `at most ${runs} times`}, ${end === undefined ? 'without an end' : `until ${end}`}`,
  ],
  'agent.invoke': ({ agent_id: agent, rights, depth }) => [
    `lets the agent ${agent} act, ${depth} above it, with ${rights.length === 0 ? 'no rights' : `the rights ${rights.join(', ')}`}`,
  ],
  'external.change': (action) => [
    isCheckpointAction(action) ? `lets the task go on at its checkpoint ${action.resource}` : changeInWords(action),
  ],
  'policy.change': ({ revision, scope }) => [
    `puts revision ${revision} of the policy${scope === 'workspace' ? ' of the whole workspace' : ''} in force`,
  ],
  'memory.write': ({ memory_id: id, size, scope, restores, metadata_hash: data, metadata, replaces }) => [
    restores === undefined
      ? `${id === undefined ? 'saves a memory' : `changes the memory ${id}`}${size === undefined ? '' : `, ${size} bytes`}${scope === 'system' ? ', for every agent' : ''}`
      : `brings back version ${restores} of the memory ${id}`,
    ...(data === undefined ? [] : [metadata === null ? 'takes its metadata away' : 'gives it metadata']),
    ...(replaces === undefined
      ? []
      : [`takes the place of what the memory says in version ${replaces.version}, a text with SHA-256 ${replaces.content_hash}`]),
  ],
  'memory.delete': ({ memory_id: id, version, content_hash: text }) => [
    `deletes the memory ${id}${version === undefined ? '' : ` as it is in version ${version}`}${text === undefined ? '' : `, a text with SHA-256 ${text}`}`,
  ],
  'knowledge.write': ({ title, size, media_type: type, sha256, replaces, rereads, warnings = [] }) => [
    rereads === undefined
      ? `puts the document ${title} in, ${size} bytes of ${type} with SHA-256 ${sha256}`
      : `reads the document ${rereads}, ${title}, once more from its original`,
    ...(replaces === undefined ? [] : [replaced(replaces)]),
    ...warnings,
  ],
  'knowledge.delete': ({ document_id: id, title, size, media_type: type, sha256 }) => [
    `deletes the document ${id}${title === undefined ? '' : `, ${title}`}${sha256 === undefined ? '' : `, ${size ?? 'some'} bytes of ${type ?? 'something'} with SHA-256 ${sha256}`}`,
  ],
};

const replaced = ({ document_id: id, size, media_type: type, sha256 }: NonNullable<ActionOf<'knowledge.write'>['replaces']>): string =>
  `replaces the document ${id}, ${size} bytes of ${type} with SHA-256 ${sha256}`;

const changeInWords = ({ system, operation, resource, amount, currency, reversible }: ActionOf<'external.change'>): string =>
  `does ${operation} on ${resource} in ${system}${amount === undefined ? '' : `, ${amount} ${currency ?? 'units'}`}; it ${reversible ? 'can' : 'cannot'} be taken back`;

function sentenceOf<Kind extends ActionKind>(action: ActionOf<Kind> & Action): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sentence of its own kind
  return (sentences[action.kind] as (action: ActionOf<Kind>) => readonly string[])(action);
}
