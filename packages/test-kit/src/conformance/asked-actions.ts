import { randomUUID } from 'node:crypto';
import { actionSchema, createActions, decide, noHistory, starterRevision } from '@cairn/governance';
import type { Action, Actions, Acting, Decision } from '@cairn/governance';
import type { Stage } from './suite.ts';

export const shell = (command: string): Action =>
  actionSchema.parse({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });

/** A command that waits for people and that nobody asked for before. */
export const freshAction = (): Action => shell(`npm publish ${randomUUID()}`);

type Terms = NonNullable<Decision['approval']>;

export interface Deciding {
  /** What an approval needs, in place of the starter revision's. */
  readonly terms?: Partial<Terms>;
  /** The number of the revision that decides. Default: that of the starter revision, which is in force. */
  readonly revision?: number;
}

/** The service over the store, deciding by the starter revision. */
export function actionsOn(stage: Stage, { terms, revision = starterRevision.number }: Deciding = {}): Actions {
  const evaluate = async (action: Action, acting: Acting): Promise<Decision> => {
    const decision = decide(action, { ...starterRevision, number: revision }, { acting, history: noHistory, now: new Date() });
    return { ...decision, approval: decision.approval && { ...decision.approval, ...terms } };
  };
  return createActions({ evaluator: { evaluate }, repository: stage.ports.stores.actions });
}
