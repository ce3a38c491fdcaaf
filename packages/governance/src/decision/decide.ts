import type { Action, ActionKind } from '../actions/action.ts';
import { actionDigest } from '../actions/action-digest.ts';
import type { PastReads } from '../policies/history-reader.ts';
import { noHistory } from '../rules/history.ts';
import { looksBack } from '../rules/looks-back.ts';
import { policyKey } from '../rules/revision.ts';
import type { Revision } from '../rules/revision.ts';
import type { ApprovalTerms, Obligation, Rule, RuleEffect } from '../rules/rule.ts';
import { TooMuchWork, Work } from '../rules/work.ts';
import type { RedactedAction } from '../secrets/redacted-action.ts';
import { deniedTemplateBy } from './denied-template.ts';
import type { DeniedTemplate } from './denied-template.ts';
import { clausesOf } from './clauses.ts';
import type { Against, Circumstances, Clause } from './clauses.ts';
import { factsOf } from './facts.ts';
import type { Risk } from './risk.ts';

/** What may be decided, the laxest first. */
export const outcomes = ['allow', 'allow_with_obligations', 'require_approval', 'deny'] as const;
export type Outcome = (typeof outcomes)[number];

/** What is decided about one action, and why. */
export interface Decision {
  readonly outcome: Outcome;
  readonly actionDigest: string;
  readonly policyRevision: number;
  /** Number of the workspace's revision that decided with it; absent: the workspace has no rules. */
  readonly workspaceRevision?: number | undefined;
  /** Set when rules look at what was done before: then this is written down even where nothing else asks for it. */
  readonly mustRecord?: boolean | undefined;
  /**
   * Set when the past decided with it: decides once more by the same rules, on the past as it is read then. What is written down in the
   * meantime is in no decision that was made before.
   */
  readonly anew?: ((reads: PastReads) => Promise<Decision>) | undefined;
  /** Rules that decided; none: no rule matched, which denies. */
  readonly ruleIds: readonly string[];
  readonly obligations: readonly Obligation[];
  readonly risk: Risk;
  readonly explain: readonly Explanation[];
  /** The allowing rule that least was missing of, when it is not allowed. */
  readonly nearestMiss: NearestMiss | undefined;
  readonly shadow: readonly { readonly rule: string; readonly would: RuleEffect }[];
  /** What an approval needs: of the rules that ask for one, the strictest of each term. */
  readonly approval: ApprovalTerms | undefined;
  /** The action as it may be kept and shown; absent when that is as it was asked for. The digest is then of this one. */
  readonly redacted?: RedactedAction | undefined;
}

export interface Explanation {
  readonly rule: string;
  readonly clause: string;
  readonly matched: string;
  readonly valueRef: string;
}

export interface NearestMiss {
  readonly rule: string;
  /** Conditions that do not hold. */
  readonly missing: readonly { readonly clause: string; readonly valueRef: string }[];
}

/**
 * Decides on an action by a revision, the same whatever order its rules have: a rule that denies wins over one that asks for approval,
 * that over one that allows. Obligations are added to what is allowed and allow nothing alone. Nothing matches: deny. A schedule is denied too
 * when what it would do is denied now.
 */
export function decide(action: Action, revision: Revision, circumstances: Circumstances): Decision {
  const decision = decideOn(action, revision, circumstances);
  if (action.kind !== 'schedule.create' || decision.outcome === 'deny') return decision;
  const denied = deniedTemplateBy(action, (run) => decideOn(run, revision, { ...circumstances, history: noHistory }));
  // What is allowed after something else alone may be so by the time that it runs.
  const isOpen = denied?.ruleIds.length === 0 && looksBack(revision);
  return denied === undefined || isOpen ? decision : withTemplate(decision, denied);
}

function decideOn(action: Action, revision: Revision, circumstances: Circumstances): Decision {
  const facts = factsOf(action);
  const each = { ...circumstances, facts, each: true, work: new Work() };
  const any = { ...each, each: false };
  const { matching, missing } = hold(rulesFor(action.kind, revision), { each, any });
  const enforced = matching.filter(({ rule }) => rule.mode !== 'shadow');
  const of = (effect: RuleEffect) => enforced.filter(({ rule }) => rule.effect === effect);
  const obliging = of('oblige');
  const winning = [of('deny'), of('require_approval'), of('allow')].find(({ length }) => length > 0) ?? [];
  const effect = winning[0]?.rule.effect ?? 'deny';
  const deciding = effect === 'deny' ? winning : [...winning, ...obliging];
  const obligations = effect === 'deny' ? [] : deciding.flatMap(({ rule }) => rule.obligations ?? []);
  return {
    outcome: outcomeOf(effect, obligations),
    actionDigest: actionDigest(action, circumstances.acting, policyKey(revision)),
    policyRevision: revision.number,
    ...(revision.workspace !== undefined && { workspaceRevision: revision.workspace }),
    ...(looksBack(revision) && { mustRecord: true }),
    ruleIds: deciding.map(({ rule }) => rule.id).toSorted(),
    obligations: [...new Set(obligations)].toSorted(),
    risk: facts.risk,
    explain: deciding.flatMap(({ rule, clauses }) => clauses.map((clause) => explanation(rule, clause))).toSorted(byRule),
    nearestMiss: effect === 'allow' ? undefined : nearestMissOf(missing),
    shadow: matching.flatMap(({ rule }) => (rule.mode === 'shadow' ? [{ rule: rule.id, would: rule.effect }] : [])).toSorted(byRule),
    approval: effect === 'require_approval' ? strictest(winning.map(({ rule }) => rule.approval ?? defaultTerms)) : undefined,
  };
}

/** A schedule whose runs would be denied now is denied, by the rules that deny them. */
function withTemplate(decision: Decision, denied: DeniedTemplate): Decision {
  const by = denied.ruleIds.length === 0 ? ['no rule'] : denied.ruleIds;
  return {
    ...decision,
    outcome: 'deny',
    ruleIds: denied.ruleIds,
    obligations: [],
    explain: by.map((rule) => ({ rule, clause: 'template', matched: 'each run would be denied', valueRef: '/template' })),
    nearestMiss: undefined,
    approval: undefined,
  };
}

/** Rules that do not name another kind of action; picked once for a revision. */
function rulesFor(kind: ActionKind, revision: Revision): readonly Rule[] {
  const byKind = picked.get(revision) ?? new Map<ActionKind, readonly Rule[]>();
  picked.set(revision, byKind);
  const known = byKind.get(kind) ?? revision.rules.filter(({ when }) => when.kind === undefined || when.kind.includes(kind));
  byKind.set(kind, known);
  return known;
}

const picked = new WeakMap<Revision, Map<ActionKind, readonly Rule[]>>();

interface Judged {
  readonly rule: Rule;
  readonly clauses: readonly Clause[];
}

/** What is not worked out is denied. */
const tooComplex: Judged = {
  rule: {
    id: 'too-complex',
    effect: 'deny',
    when: {},
    justification: 'The action names more than the rules can be held against in the time that one decision may take.',
  },
  clauses: [{ clause: 'too_complex', holds: true, matched: 'more than can be held against the rules', valueRef: 'paths' }],
};

function hold(rules: readonly Rule[], against: { readonly each: Against; readonly any: Against }): Held {
  try {
    return holdEach(rules, against);
  } catch (error) {
    if (error instanceof TooMuchWork) return { matching: [tooComplex], missing: [] };
    throw error;
  }
}

interface Held {
  readonly matching: readonly Judged[];
  readonly missing: readonly Judged[];
}

/** Rules whose conditions all hold, and rules that would allow of which some do not. */
function holdEach(rules: readonly Rule[], { each, any }: { readonly each: Against; readonly any: Against }): Held {
  const matching: Judged[] = [];
  const missing: Judged[] = [];
  for (const rule of rules) {
    const allows = rule.effect === 'allow';
    const clauses = clausesOf(rule, allows ? each : any);
    if (clauses.every(({ holds }) => holds)) matching.push({ rule, clauses });
    else if (allows && rule.mode !== 'shadow') missing.push({ rule, clauses });
  }
  return { matching, missing };
}

function outcomeOf(effect: RuleEffect, obligations: readonly string[]): Outcome {
  if (effect === 'allow' || effect === 'oblige') return obligations.length === 0 ? 'allow' : 'allow_with_obligations';
  return effect;
}

const explanation = ({ id }: Rule, { clause, matched = '', valueRef }: Clause): Explanation => ({ rule: id, clause, matched, valueRef });

const byRule = (a: { readonly rule: string }, b: { readonly rule: string }): number => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);

/** Of allowing rules for this kind of action, the one with the fewest conditions that do not hold. */
function nearestMissOf(rules: readonly Judged[]): NearestMiss | undefined {
  const candidates = rules.flatMap(({ rule, clauses }) => {
    const missing = clauses.filter(({ holds }) => !holds);
    return [{ rule: rule.id, missing: missing.map(({ clause, valueRef }) => ({ clause, valueRef })) }];
  });
  return candidates.toSorted((a, b) => a.missing.length - b.missing.length || byRule(a, b))[0];
}

/** What an approval needs where a rule does not say. */
export const defaultTerms: ApprovalTerms = {
  quorum: 1,
  roles: ['owner', 'admin', 'approver'],
  exclude: ['requester', 'agent_owner'],
  ttl_s: 86_400,
};

function strictest(terms: readonly ApprovalTerms[]): ApprovalTerms {
  const roles = defaultTerms.roles.filter((role) => terms.every((one) => one.roles.includes(role)));
  return {
    quorum: Math.max(...terms.map(({ quorum }) => quorum)),
    // With no role in common, the one that every workspace has.
    roles: roles.length === 0 ? ['owner'] : roles,
    exclude: [...new Set(terms.flatMap(({ exclude }) => exclude))].toSorted(),
    ttl_s: Math.min(...terms.map(({ ttl_s: ttl }) => ttl)),
    veto: terms.some(({ veto = true }) => veto),
    grants: narrowest(terms.map(({ grants = {} }) => grants)),
  };
}

/** What each of them lets a vote give. */
function narrowest(grants: readonly NonNullable<ApprovalTerms['grants']>[]): NonNullable<ApprovalTerms['grants']> {
  const until = Math.min(...grants.map(({ until_s: seconds = 0 }) => seconds));
  return {
    uses: Math.min(...grants.map(({ uses = 1 }) => uses)),
    task: grants.every(({ task = false }) => task),
    ...(until === 0 ? {} : { until_s: until }),
  };
}
