import type { CredentialKind } from '@cairn/core';
import { hash } from 'node:crypto';
import type { Action } from './action.ts';
import { canonicalJson } from './canonical-json.ts';

/** Who acts, as far as a decision depends on it. */
export interface Acting {
  readonly projectId: string;
  readonly userId: string;
  readonly credentialId: string;
  /** What kind that is; it decides by the condition `credential` alone. */
  readonly credentialKind?: CredentialKind | undefined;
  /** The agent that acts for the user, when one is named. */
  readonly agentId?: string | undefined;
}

/** SHA-256, in hexadecimal, of an action with who does it and under which revision: what a decision is about, exactly. */
export function actionDigest(action: Action, acting: Acting, policyRevision: number): string {
  const { projectId, userId, credentialId, agentId } = acting;
  return hash('sha256', canonicalJson({ action, projectId, userId, credentialId, agentId, policyRevision }), 'hex');
}

/** The same without a revision: an action of somebody stays the same one when the policy changes. */
export function subjectDigest(action: Action, acting: Acting): string {
  const { projectId, userId, credentialId, agentId } = acting;
  return hash('sha256', canonicalJson({ action, projectId, userId, credentialId, agentId }), 'hex');
}
