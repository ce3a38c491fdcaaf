import { hash } from 'node:crypto';
import { actionSchema } from '../actions/action.ts';
import type { Action, ActionOf } from '../actions/action.ts';
import { canonicalJson } from '../actions/canonical-json.ts';
import { factsOf } from '../decision/facts.ts';
import type { Effect } from '../shell/effect.ts';
import { canonicalPath } from '../shell/places/path.ts';
import type { SeenCommand } from '../shell/script/scene.ts';
import { deletedBy, mayDelete } from './deletions.ts';
import { mayPublish, publishedBy } from './publishing.ts';

/** What an action comes down to, as texts that another way to the same shares with it. */
export interface Routes {
  /** What it surely does: when it is denied, so is all else that may do one of these. */
  readonly does: readonly string[];
  /** What it may do. */
  readonly may: readonly string[];
}

/** What is kept of a denial. */
const mostKept = 1024;
/** What is looked at of an action that is asked for: more than a command has room to name. */
const mostAsked = 16_384;

/** Showing what is in the workspace is no effect to deny; the very same action is, whoever asks for it. */
export function routesOf(action: Action): Routes {
  const { does, may } = waysOf(action);
  const same = `same ${digestOf(action)}`;
  return { does: [...does, same], may: [...may, same] };
}

function waysOf(action: Action): Routes {
  const { effects, commands } = factsOf(action);
  const certain = effects.filter(({ certainty, kind }) => certainty === 'certain' || kind === 'network');
  const own = ofKind(action);
  const running = commands.filter(({ head }) => effects.some(({ kind, target }) => kind === 'exec' && target === head));
  return {
    does: bounded(mostKept, [
      ...own.does,
      ...certain.flatMap(ofEffect),
      ...certain.flatMap(deletedBy),
      ...running.flatMap((command) => firstStep(command, running)),
      ...running.flatMap(publishedBy),
    ]),
    may: bounded(mostAsked, [
      ...own.may,
      ...effects.flatMap(ofEffect),
      ...effects.flatMap(mayDelete),
      ...running.flatMap(eachStep),
      ...running.flatMap(mayPublish),
    ]),
  };
}

const bounded = (most: number, routes: readonly string[]): readonly string[] => [...new Set(routes)].toSorted().slice(0, most);

const both = (routes: readonly string[]): Routes => ({ does: routes, may: routes });

function ofEffect({ kind, target, place }: Effect): readonly string[] {
  if (target.includes('*')) return [];
  if (kind === 'write' || kind === 'delete') return place === 'null_device' ? [] : [`change ${target}`];
  if (kind === 'read') return place === 'workspace' ? [] : [`read ${target}`];
  return kind === 'network' || kind === 'process_kill' || kind === 'persistence' || kind === 'policy_change' ? [`${kind} ${target}`] : [];
}

/** `npm publish`: the program with what it is told to do; a program that only runs another one is not what was denied. */
function firstStep({ head, args }: SeenCommand, all: readonly SeenCommand[]): readonly string[] {
  const [step = ''] = operandsOf(args);
  return all.some((other) => other.head === step) ? [] : [`run ${head} ${step}`];
}

/** Each word with the one after it, since a program that is not known may run what follows. */
function eachStep({ head, args }: SeenCommand): readonly string[] {
  const words = [head, ...operandsOf(args), ''];
  return words.slice(0, -1).map((word, at) => `run ${word} ${words[at + 1]}`);
}

const operandsOf = (args: readonly string[]): readonly string[] => args.filter((arg) => !arg.startsWith('-'));

function ofKind(action: Action): Routes {
  if (action.kind === 'mcp.call') {
    const call = `call ${action.server} ${action.tool} ${digestOf(action.arguments)}`;
    return both([call, ...pathsIn(action.arguments).map((path) => `change ${path}`)]);
  }
  if (action.kind === 'schedule.create') {
    const template = actionSchema.safeParse(action.template);
    return template.success ? routesOf(template.data) : both([`schedule ${digestOf(action.template)}`]);
  }
  if (action.kind === 'external.change') return both([`external ${action.system} ${action.operation} ${action.resource}`]);
  if (action.kind === 'agent.invoke') return both([`agent ${action.agent_id} ${action.task_hash ?? ''}`]);
  if (action.kind === 'memory.write') return both([memoryText(action)]);
  if (action.kind === 'memory.delete') return both([`memory ${action.memory_id}`]);
  if (action.kind === 'knowledge.write') return ofDocument(action);
  return both(action.kind === 'knowledge.delete' ? [`document ${action.document_id}`] : []);
}

/** The text that is kept, wherever; metadata without one; or the version of a memory that is brought back. */
function memoryText({ memory_id: id, content_hash: text, metadata_hash: metadata, restores }: ActionOf<'memory.write'>): string {
  if (text !== undefined) return `memory text ${text}`;
  return metadata === undefined ? `memory ${id} version ${restores}` : `memory ${id} metadata ${metadata}`;
}

/** The text that is put in, under whatever title. What it takes the place of is lost like what is deleted. */
function ofDocument({ sha256, replaces }: ActionOf<'knowledge.write'>): Routes {
  const text = `document text ${sha256}`;
  return { does: [text], may: replaces === undefined ? [text] : [text, `document ${replaces.document_id}`] };
}

const digestOf = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex');

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('/') ? [canonicalPath(value, undefined) ?? value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}
