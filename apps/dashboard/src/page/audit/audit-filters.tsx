import { useEffect, useState } from 'react';
import type { AuditFilter } from '../api/audit.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { isoOf, localOf } from '../ui/local-time.ts';
import { actionWords, outcomeWords } from './audit-words.ts';
import { NamedField } from './named-field.tsx';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly people: ReadonlyMap<string, string>;
  readonly onChange: (filter: AuditFilter) => void;
}

export const noFilter: AuditFilter = { actor: '', action: '', outcome: '', decision: '', from: '', to: '', since: '' };

const names = Object.keys(noFilter) as (keyof AuditFilter)[];

/** The filter that an address asks for. A time is one only when it can be read. */
export function filterIn(query: URLSearchParams): AuditFilter {
  const given = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as unknown as AuditFilter;
  const time = (text: string): string => (Number.isNaN(Date.parse(text)) ? '' : text);
  const fits = (text: string, form: RegExp): string => (form.test(text) ? text : '');
  const [decision, since] = [fits(given.decision, /^[\da-f-]{36}$/i), fits(given.since, /^\d{1,15}$/)];
  return { ...given, decision, from: time(given.from), to: time(given.to), since };
}

export function queryOf(filter: AuditFilter): string {
  const query = new URLSearchParams(names.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]]))).toString();
  return query === '' ? '' : `?${query}`;
}

const isSame = (one: AuditFilter, other: AuditFilter): boolean => names.every((name) => one[name] === other[name]);

/** Milliseconds without a letter after which the list follows. */
const pauseMs = 300;

/** What is looked for. The list follows as somebody types. */
export function AuditFilters({ filter, people, onChange }: AuditFiltersProps) {
  const [draft, setDraft] = useState(filter);
  // Where there is little room they would fill the page.
  const [isOpen, setOpen] = useState(() => !isSame(filter, noFilter));
  useEffect(() => setDraft(filter), [filter]);
  useEffect(() => {
    if (isSame(draft, filter)) return undefined;
    const timer = setTimeout(() => onChange(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft, filter, onChange]);
  const change = (part: Partial<AuditFilter>): void => setDraft({ ...draft, ...part, since: '' });
  return (
    <div className={isOpen ? 'filters open' : 'filters'} role="search" aria-label="Audit">
      <div className="fold">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filter
        </Button>
      </div>
      <NamedField
        label="Who"
        placeholder="Person, key or agent"
        list="audit-people"
        names={people}
        value={draft.actor}
        onChange={(actor) => change({ actor })}
      />
      <NamedField
        label="Action"
        placeholder="Saved a memory"
        list="audit-actions"
        names={actionNames}
        value={draft.action}
        onChange={(action) => change({ action })}
      />
      <NamedField
        label="Outcome"
        placeholder="Done, Denied…"
        list="audit-outcomes"
        names={outcomeNames}
        value={draft.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      <TextField label="From" type="datetime-local" value={localOf(draft.from)} onChange={(text) => change({ from: isoOf(text) })} />
      <TextField label="Until" type="datetime-local" value={localOf(draft.to)} onChange={(text) => change({ to: isoOf(text) })} />
      {!isSame(draft, noFilter) && (
        <div className="clear">
          {draft.decision !== '' && <span className="quiet">One decision alone </span>}
          <Button tone="quiet" icon="close" onClick={() => setDraft(noFilter)}>
            Clear
          </Button>
        </div>
      )}
      <datalist id="audit-people">
        {[...people.values()].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="audit-actions">
        {[...actionNames].map(([action, name]) => (
          <option key={action} value={name} />
        ))}
      </datalist>
      <datalist id="audit-outcomes">
        {[...outcomeNames].map(([outcome, name]) => (
          <option key={outcome} value={name} />
        ))}
      </datalist>
    </div>
  );
}

const knownActions = [
  ...(['action.decide', 'action.start', 'action.outcome', 'approval.vote', 'approval.cancel', 'approval.revoke'] as const),
  ...(['policy.create', 'policy.activate', 'memory.save', 'memory.update', 'memory.delete', 'memory.restore', 'memory.import'] as const),
  ...(['document.submit', 'document.retry', 'document.delete', 'api_key.create', 'api_key.rotate', 'api_key.revoke'] as const),
  ...(['connection.open', 'connection.revoke', 'agent.create', 'agent.update', 'task.submit', 'task.run', 'task.cancel'] as const),
  ...(['schedule.create', 'call.refuse', 'call.fail'] as const),
] as const;

const knownOutcomes = [
  ...(['done', 'allow', 'require_approval', 'deny', 'approve', 'succeeded', 'failed'] as const),
  ...(['ran_without_approval', 'ran_although_denied', 'ran_unasked'] as const),
  ...(['forbidden', 'not_found', 'not_owned', 'policy_denied', 'self_approval'] as const),
] as const;

/** As the entries tell them. Beginnings of the service's own names, such as `memory`, are looked for as they are. */
const actionNames: ReadonlyMap<string, string> = new Map(knownActions.map((action) => [action, actionWords(action)]));
const outcomeNames: ReadonlyMap<string, string> = new Map(knownOutcomes.map((outcome) => [outcome, outcomeWords(outcome)]));
