import type { Action } from '../actions/action.ts';
import { decide } from '../decision/decide.ts';
import type { Decision, Outcome } from '../decision/decide.ts';
import { noHistory } from '../rules/history.ts';
import type { Rule } from '../rules/rule.ts';
import { starterRevision } from '../rules/starter-revision.ts';

export const circumstances = {
  acting: { projectId: 'p', userId: 'u', credentialId: 'c' },
  history: noHistory,
  now: new Date('2026-01-05T12:00:00Z'),
};

export const shellAction = (command: string): Action => ({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });

/** By the starter revision, in `/repo`. */
export const verdict = (command: string): Outcome => decide(shellAction(command), starterRevision, circumstances).outcome;

export const decideBy = (action: Action, rules: readonly Rule[]): Decision =>
  decide(action, { number: 1, name: 'x', rules }, circumstances);

const order: readonly Outcome[] = ['allow', 'allow_with_obligations', 'require_approval', 'deny'];

/** How strict an outcome is; greater is stricter. */
export const strictness = (outcome: Outcome): number => order.indexOf(outcome);
