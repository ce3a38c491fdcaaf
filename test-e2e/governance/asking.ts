import { expect } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';

export const shell = (command: string) => ({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });

/** Asks for an action. */
export function ask(caller: Caller, action: unknown, rest: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
  return caller.rest('POST', '/v1/actions', { action, ...rest }, headers);
}

/** A decision that allows something harmless. */
export async function permitted(caller: Caller) {
  const { body } = await ask(caller, shell('ls'));
  if (body.permit === undefined) throw new Error(`not permitted: ${JSON.stringify(body)}`);
  return body;
}

/** The approval that an action waits for. */
export async function waiting(caller: Caller, action: unknown, rest: object = {}): Promise<string> {
  const { body } = await ask(caller, action, rest);
  if (body.approval?.status !== 'pending') throw new Error(`not waiting: ${JSON.stringify(body)}`);
  return body.approval.id;
}

export function vote(caller: Caller, id: string, decision: 'approve' | 'deny', rest: object = {}): Promise<Answer> {
  return caller.rest('POST', `/v1/approvals/${id}/votes`, { decision, ...rest });
}

/** The approval that each door names in its own form. */
export function approvalOf({ status, body }: Answer): string {
  const told = body?.error?.data ?? body?.result?.structuredContent?.error ?? body;
  expect([body?.result === undefined ? status : told.status, told?.error ?? told?.code]).toEqual([403, 'approval_required']);
  return told.approval_id;
}
