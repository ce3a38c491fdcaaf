import { estimateTokens } from '../chunking/token-estimate.ts';
import { Relatives } from './relatives.ts';
import { readStatement, relate, sameSubject, type Statement } from './statement.ts';

export interface ContextCandidate {
  /** Unique among the candidates. */
  readonly key: string;
  readonly kind: 'memory' | 'passage';
  readonly text: string;
  /** Greater is better; comparable across kinds. */
  readonly score: number;
  /** What it belongs to: a memory's session, a passage's document. What is of one group stands together. */
  readonly group: string;
  /** Its place in the group and in time: milliseconds for a memory, the start offset for a passage. */
  readonly at: number;
}

export interface PackedContext<Candidate extends ContextCandidate = ContextCandidate> {
  /** Groups by their best score, each in order of `at`; but a newer statement stands before what it contradicts. */
  readonly items: readonly Candidate[];
  /** Sum of `estimateTokens` of the texts; never over the budget. */
  readonly tokens: number;
}

/** A candidate taken up, in the newest of its forms. */
interface Entry<Candidate> {
  candidate: Candidate;
  statement: Statement;
  tokens: number;
  /** What contradicts it and is newer. */
  readonly newer: Entry<Candidate>[];
}

/** How many budgets of text, and how many candidates, to look at for repeats and newer statements. */
const outlook = { budgets: 3, candidates: 200 } as const;

/**
 * Fills a budget of tokens with the best candidates. Repeats come once, in their newest form. Of memories that contradict each
 * other the newest comes first, and the older one only together with it. A text that does not fit is left out whole.
 */
export function packContext<Candidate extends ContextCandidate>(
  candidates: readonly Candidate[],
  maxTokens: number,
): PackedContext<Candidate> {
  const entries = withoutRepeats(candidates, maxTokens);
  linkContradictions(entries);
  const chosen = new Set<Entry<Candidate>>();
  let tokens = 0;
  for (const entry of afterNewer(entries)) {
    if (tokens + entry.tokens > maxTokens || entry.newer.some((rival) => !chosen.has(rival))) continue;
    chosen.add(entry);
    tokens += entry.tokens;
  }
  return { items: afterNewer(grouped(chosen)).map(({ candidate }) => candidate), tokens };
}

/** The best candidates, best first. A text too long for the budget may still be the newer form of one that fits, up to a length. */
function withoutRepeats<Candidate extends ContextCandidate>(candidates: readonly Candidate[], maxTokens: number): Entry<Candidate>[] {
  const entries: Entry<Candidate>[] = [];
  const relatives = new Relatives<Entry<Candidate>>();
  const ranked = candidates.toSorted(ranksBefore).slice(0, outlook.candidates);
  let seen = 0;
  for (const candidate of ranked) {
    if (seen > outlook.budgets * maxTokens) break;
    const tokens = estimateTokens(candidate.text);
    if (tokens > maxTokens / sameSubject) continue;
    seen += Math.min(tokens, maxTokens);
    const statement = readStatement(candidate.text);
    const twin = relatives.of(statement, sameSubject).find((entry) => relate(entry.statement, statement) === 'same');
    if (twin) renew(twin, { candidate, statement, tokens });
    else {
      const entry: Entry<Candidate> = { candidate, statement, tokens, newer: [] };
      entries.push(entry);
      relatives.add(entry, statement);
    }
  }
  return entries;
}

function ranksBefore(a: ContextCandidate, b: ContextCandidate): number {
  return b.score - a.score || (a.key < b.key ? -1 : 1);
}

/** A repeat gives its text to the entry when it is newer; the entry keeps its rank. */
function renew<Candidate extends ContextCandidate>(
  entry: Entry<Candidate>,
  { candidate, statement, tokens }: Pick<Entry<Candidate>, 'candidate' | 'statement' | 'tokens'>,
): void {
  const areMemories = candidate.kind === 'memory' && entry.candidate.kind === 'memory';
  if (!areMemories || candidate.at <= entry.candidate.at) return;
  entry.candidate = { ...candidate, score: entry.candidate.score };
  entry.statement = statement;
  entry.tokens = tokens;
}

function linkContradictions<Candidate extends ContextCandidate>(entries: readonly Entry<Candidate>[]): void {
  const relatives = new Relatives<Entry<Candidate>>();
  for (const entry of entries) {
    if (entry.candidate.kind !== 'memory') continue;
    for (const other of relatives.of(entry.statement, sameSubject)) {
      if (other.candidate.at === entry.candidate.at || relate(other.statement, entry.statement) !== 'contradicts') continue;
      const [older, newer] = other.candidate.at < entry.candidate.at ? [other, entry] : [entry, other];
      older.newer.push(newer);
    }
    relatives.add(entry, entry.statement);
  }
}

/** The same entries in the same order, but each after those that are newer than it; what is newer is later, so there is no circle. */
function afterNewer<Candidate extends ContextCandidate>(entries: Iterable<Entry<Candidate>>): Entry<Candidate>[] {
  const placed = new Set<Entry<Candidate>>();
  const place = (entry: Entry<Candidate>): void => {
    if (placed.has(entry)) return;
    for (const newer of entry.newer.toSorted((a, b) => b.candidate.at - a.candidate.at)) place(newer);
    placed.add(entry);
  };
  for (const entry of entries) place(entry);
  return [...placed];
}

function grouped<Candidate extends ContextCandidate>(entries: Iterable<Entry<Candidate>>): Entry<Candidate>[] {
  const groups = new Map<string, Entry<Candidate>[]>();
  for (const entry of entries) {
    const name = `${entry.candidate.kind} ${entry.candidate.group}`;
    const group = groups.get(name);
    if (group) group.push(entry);
    else groups.set(name, [entry]);
  }
  const best = (group: readonly Entry<Candidate>[]): number => Math.max(...group.map(({ candidate }) => candidate.score));
  return Array.from(groups.values())
    .toSorted((a, b) => best(b) - best(a))
    .flatMap((group) => group.toSorted((a, b) => a.candidate.at - b.candidate.at));
}
