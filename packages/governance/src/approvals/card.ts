import type { Action } from '../actions/action.ts';
import { canonicalJson } from '../actions/canonical-json.ts';
import { factsOf } from '../decision/facts.ts';
import type { Facts } from '../decision/facts.ts';
import type { ActionWords } from '../secrets/redacted-action.ts';
import { escapeHidden } from '../shell/script/hidden-characters.ts';
import { effectsInWords } from './effects-in-words.ts';
import { uncheckedOf } from './unchecked.ts';

/** An action as a person reads it who decides on it: all of it, and nothing that does not show. */
export interface ActionCard {
  /** The whole action as canonical JSON, hidden characters as escapes. Read as JSON it is the very action, but for its secrets. */
  readonly canonical: string;
  /** The same by parameter: its JSON pointer and its value as JSON. */
  readonly parameters: readonly { readonly name: string; readonly value: string; readonly hidden: boolean }[];
  /** What it does, one sentence an effect. */
  readonly effects: readonly string[];
  /** Values that nobody vouches for. `control`: it decides where or what is done. */
  readonly provenance: readonly { readonly argument: string; readonly source: string; readonly control: boolean }[];
  /** What could not be known from here. */
  readonly unchecked: readonly string[];
}

/** `words`: what it does, of an action whose secrets are not in it any more. */
export function cardOf(action: Action, words?: ActionWords): ActionCard {
  const facts = factsOf(action);
  const { kind: _, ...rest } = action;
  return {
    canonical: escapeHidden(canonicalJson(action)),
    parameters: leavesOf(rest, '').map(({ name, value }) => parameterOf(name, value)),
    effects: (words?.effects ?? effectsInWords(facts)).map(legible),
    provenance: provenanceOf(facts),
    unchecked: (words?.unchecked ?? uncheckedOf(facts)).map(legible),
  };
}

/** One line about an action, for lists. */
export function titleOf(action: Action, words?: ActionWords): string {
  const [first = ''] = words?.effects ?? effectsInWords(factsOf(action));
  const text = action.kind === 'shell.exec' ? action.command : first;
  return legible(text.length > maxTitle ? `${text.slice(0, maxTitle)}…` : text);
}

const maxTitle = 200;

/** A text in which everything shows: hidden characters and line breaks are escapes. */
export const legible = (text: string): string => escapeHidden(JSON.stringify(text).slice(1, -1)).replaceAll(String.raw`\"`, '"');

function parameterOf(name: string, value: unknown) {
  const plain = canonicalJson(value);
  const shown = escapeHidden(plain);
  return { name: escapeHidden(name), value: shown, hidden: shown !== plain };
}

interface Leaf {
  readonly name: string;
  readonly value: unknown;
}

/** Each value that holds no other, by its JSON pointer. */
function leavesOf(value: unknown, name: string): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ name, value }];
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  if (members.length === 0) return [{ name, value }];
  return members.flatMap(([key, one]) => leavesOf(one, `${name}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`));
}

function provenanceOf({ action, untrustedControls }: Facts): ActionCard['provenance'] {
  if (action.kind !== 'mcp.call') return [];
  return (action.untrusted ?? []).map(({ path, source }) => ({
    argument: legible(path),
    source,
    control: untrustedControls.includes(path),
  }));
}
