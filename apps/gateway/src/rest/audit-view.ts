import { columnsIn } from '@cairn/audit';
import type { ChainKind, ChainLink, EntryColumns, Verification } from '@cairn/audit';
import { policyNumbers } from '@cairn/governance';

/** An entry as the outside sees it; which project or workspace it is of, the route says. */
export function toEntry(kind: ChainKind, { seq, hash, text }: ChainLink) {
  const { project_id: _project, chain_id: _chain, detail = null, ...columns } = text === null ? {} : columnsIn(kind, text);
  const shown = { seq, hash, ...columns, detail: typeof detail === 'string' ? (JSON.parse(detail) as unknown) : null };
  return kind === 'project' ? { ...shown, policy: policyOf(columns) } : shown;
}

/** The two numbers that `policyKey` makes one of. */
function policyOf({ policy_revision: packed }: Partial<EntryColumns>) {
  return typeof packed === 'number' ? policyNumbers(packed) : null;
}

export function toVerification({ tampering, entries, head }: Verification) {
  return {
    valid: tampering === undefined,
    entries,
    head,
    ...(tampering && { first_bad_seq: tampering.firstBadSeq, reason: tampering.reason }),
  };
}

type Phase = 'decision' | 'approval' | 'start' | 'outcome' | 'effect';

const phases: Readonly<Record<string, Phase>> = { 'action.decide': 'decision', 'action.start': 'start', 'action.outcome': 'outcome' };

const phaseOf = (action: string): Phase => phases[action] ?? (action.startsWith('approval.') ? 'approval' : 'effect');

interface Step {
  readonly decisionId: string | null;
  readonly entries: { readonly link: ChainLink; readonly columns: EntryColumns }[];
}

/** What came too late or was not anybody's to do leaves a step as it was: its outcome is not that of the step. */
const refused = new Set(
  'reported_before spent wrong_permit other_action voted_before self_approval not_a_person not_an_approver not_owned not_found grant_too_wide'.split(
    ' ',
  ),
);
const isRefusedTry = ({ outcome }: EntryColumns): boolean =>
  typeof outcome === 'string' && (refused.has(outcome) || outcome.startsWith('already_'));

/** The entries of a trace in order, those of one decision together where its first is. */
export function toTrace(traceId: string, links: readonly ChainLink[]) {
  const steps: Step[] = [];
  const byDecision = new Map<string, Step>();
  for (const link of links) {
    const columns = columnsIn('project', link.text ?? '');
    const decisionId = typeof columns['decision_id'] === 'string' ? columns['decision_id'] : null;
    const known = decisionId === null ? undefined : byDecision.get(decisionId);
    const step = known ?? { decisionId, entries: [] };
    if (!known) steps.push(step);
    if (decisionId !== null) byDecision.set(decisionId, step);
    step.entries.push({ link, columns });
  }
  const times = steps.flatMap(({ entries }) => entries.map(({ columns }) => String(columns['at'])));
  return {
    trace_id: traceId,
    started_at: times.reduce((least, at) => (at < least ? at : least)),
    ended_at: times.reduce((most, at) => (at > most ? at : most)),
    entries: links.length,
    steps: steps.map(({ decisionId, entries }) => ({
      kind: decisionId === null ? 'event' : 'decision',
      decision_id: decisionId,
      outcome: (entries.findLast(({ columns }) => !isRefusedTry(columns)) ?? entries.at(-1))?.columns['outcome'],
      entries: entries.map(({ link, columns }) => ({ ...toEntry('project', link), phase: phaseOf(String(columns['action'])) })),
    })),
  };
}
