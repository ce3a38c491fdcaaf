import type { CredentialKind } from '@cairn/core';
import type { Action, Decision } from '@cairn/governance';
import { openText, sealText } from '../sealing/seal.ts';

/** What is sealed of a decision: parameters of an action may be secrets. */
export interface DecidedAction {
  readonly action: Action;
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

export function sealDecision(key: Uint8Array, place: Place, decided: DecidedAction): Buffer {
  return sealText(key, nameOf(place), JSON.stringify(decided));
}

export function openDecision(key: Uint8Array, place: Place, sealed: Uint8Array): DecidedAction {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sealed bytes are what was given as such an object
  return JSON.parse(openText(key, nameOf(place), sealed)) as DecidedAction;
}

const nameOf = ({ projectId, id }: Place): string => `decisions:${projectId}:${id}`;
