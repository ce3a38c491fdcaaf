import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseCache } from '@cairn/core';
import type { Clock } from '@cairn/core';
import type { Acting } from '../actions/action-digest.ts';
import type { Action } from '../actions/action.ts';
import { decide } from '../decision/decide.ts';
import type { Decision } from '../decision/decide.ts';
import { noHistory } from '../rules/history.ts';
import type { Revision } from '../rules/revision.ts';
import { compilePolicy } from './compile-policy.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import { allowsEvery } from './allows-every.ts';
import { questionsOf } from './history-reader.ts';
import type { HistoryReader, PastReads } from './history-reader.ts';
import type { PolicyReader } from './policy-repository.ts';
import type { Commitments } from '../secrets/commitments.ts';
import { withoutSecrets } from '../secrets/redact-decision.ts';

/** Decides on actions by what is in force in their project; every entry point asks this one. */
export interface Evaluator {
  /** @throws STORE_UNAVAILABLE when it cannot be known what is in force; nothing is allowed then. */
  evaluate(action: Action, acting: Acting): Promise<Decision>;
  /** The rules in force, of the workspace and the project together. */
  inForce(projectId: string): Promise<Revision>;
  /** Whether the rules allow every action of a kind, whatever it is and whoever does it: then none need be looked at. */
  allowsAll(projectId: string, kind: Action['kind']): Promise<boolean>;
  /** By rules that need not be in force, with the past as it is. */
  evaluateBy(revision: Revision, action: Action, acting: Acting): Promise<Decision>;
  /**
   * Resolves once no process decides by what it read before this call. Call it after an activation committed and before it is answered.
   */
  settle(): Promise<void>;
}

export interface PolicyFault {
  readonly projectId: string;
  /** What is wrong with what is stored. Absent: the store failed. */
  readonly fault?: string;
  readonly err?: unknown;
}

export interface EvaluatorOptions {
  readonly policies: PolicyReader;
  readonly history: HistoryReader;
  /** What stands for the secrets of actions in all that is told and kept of a decision. */
  readonly commitments: Commitments;
  /** Told when it cannot be known what is in force, each time that it is asked for. Nothing is allowed then. */
  readonly onFault?: ((fault: PolicyFault) => void) | undefined;
  /** Milliseconds for which rules that were read are used; every process over one database must use the same. Default 250. */
  readonly leaseMs?: number | undefined;
  /** Projects whose rules are kept at once. Default 5,000. */
  readonly maxProjects?: number | undefined;
  readonly now?: Clock | undefined;
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined;
}

/** Clocks of different machines run apart by far less than this over one lease. */
const marginMs = 2;

/**
 * Keeps the rules of each project for a lease, counted from when their query was sent, so a decision costs no query, and an activation
 * that waits one lease before it is answered holds at every process with the next call.
 */
export function createEvaluator(options: EvaluatorOptions): Evaluator {
  const {
    policies,
    history,
    commitments,
    onFault,
    leaseMs = 250,
    maxProjects = 5000,
    now = () => performance.now(),
    wait = sleep,
  } = options;
  const kept = new LeaseCache<Revision, never>({ leaseMs, now, maxEntries: maxProjects });
  const read = createReading({ policies, onFault, maxProjects });
  const inForce = (projectId: string): Promise<Revision> => kept.get(projectId, () => read(projectId));

  const evaluateBy: Evaluator['evaluateBy'] = async (revision, action, acting) => {
    const questions = questionsOf(revision, action.kind);
    const by = async (reads: PastReads): Promise<Decision> => {
      const past = questions === undefined ? noHistory : await reads.history.read(acting, action, questions);
      return withoutSecrets(decide(action, revision, { acting, history: past, now: new Date() }), { action, acting }, reads.commitments);
    };
    const decision = await by({ history, commitments });
    return questions === undefined ? decision : { ...decision, anew: by };
  };

  return {
    inForce,
    allowsAll: async (projectId, kind) => allowsEvery(await inForce(projectId), kind),
    evaluateBy,
    evaluate: async (action, acting) => evaluateBy(await inForce(acting.projectId), action, acting),
    async settle() {
      kept.endLeases();
      const end = now() + leaseMs + marginMs;
      for (let left = end - now(); left > 0; left = end - now()) await wait(Math.ceil(left));
    },
  };
}

type Reading = Required<Pick<EvaluatorOptions, 'policies' | 'maxProjects'>> & Pick<EvaluatorOptions, 'onFault'>;

/** Reads what is in force, and what it read once not again while the store has the same. */
function createReading({ policies, onFault, maxProjects = 0 }: Reading): (projectId: string) => Promise<Revision> {
  const known = new Map<string, CompiledPolicy & { readonly etag: string }>();

  return async (projectId) => {
    const before = known.get(projectId);
    const stored = await policies.active(projectId, before?.etag).catch((err: unknown) => {
      onFault?.({ projectId, err });
      throw err;
    });
    const policy = stored === 'same' ? before : { ...compilePolicy(stored), etag: stored.etag };
    if (policy === undefined) throw new Error('the store has the same as nothing');
    if (policy.fault !== undefined) onFault?.({ projectId, fault: policy.fault });
    known.delete(projectId);
    known.set(projectId, policy);
    if (known.size > maxProjects) known.delete(known.keys().next().value ?? '');
    return policy.revision;
  };
}
