import type { CredentialKind } from '@cairn/core';
import type { Action, ActionWords, Decision } from '@cairn/governance';
import type { SealKey } from '../sealing/key-ring.ts';
import { openText, sealText } from '../sealing/seal.ts';

/** What is sealed of a decision: parameters of an action may be secrets. */
export interface DecidedAction {
  /** Without what a memory would say, which is sealed apart. */
  readonly action: Action;
  readonly words?: ActionWords | undefined;
  /** As the rules made it. */
  readonly decision: Decision;
  /** What it was asked with: rules may look at it. */
  readonly credentialKind: CredentialKind;
}

interface Place {
  readonly projectId: string;
  /** Of the decision. */
  readonly id: string;
}

export function sealDecision(key: SealKey, place: Place, decided: DecidedAction): Buffer {
  return sealText(key, decisionPlace(place), JSON.stringify(decided));
}

export function openDecision(key: SealKey, place: Place, sealed: Uint8Array): DecidedAction {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sealed bytes are what was given as such an object
  return JSON.parse(openText(key, decisionPlace(place), sealed)) as DecidedAction;
}

/** What a memory that is to be written would say, which goes before the rest does. */
export function sealContent(key: SealKey, place: Place, action: Action): Buffer | null {
  if (action.kind !== 'memory.write') return null;
  const { content, metadata } = action;
  if (metadata !== undefined) return sealText(key, decidedContentPlace(place), `${both}${JSON.stringify({ content, metadata })}`);
  return content === undefined ? null : sealText(key, decidedContentPlace(place), content);
}

// No text begins so.
const both = '\0';

/** The action with what the memory would say, as long as that is kept. */
export function withContent(key: SealKey, place: Place, action: Action, sealed: Uint8Array | null): Action {
  if (action.kind !== 'memory.write') return action;
  // It was sealed with the rest once, and is not told then.
  const rest = withoutContent(action);
  if (sealed === null) return rest;
  const text = openText(key, decidedContentPlace(place), sealed);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was sealed
  return text.startsWith(both) ? { ...rest, ...(JSON.parse(text.slice(1)) as object) } : ({ ...rest, content: text } as Action);
}

export function withoutContent(action: Action): Action {
  if (action.kind !== 'memory.write') return action;
  const { content: _, metadata: __, ...rest } = action;
  return rest;
}

/** What the text of a decided memory is bound to. */
export const decidedContentPlace = ({ projectId, id }: Place): string => `decisions:${projectId}:${id}:content`;

/** What a decision is bound to. */
export const decisionPlace = ({ projectId, id }: Place): string => `decisions:${projectId}:${id}`;
