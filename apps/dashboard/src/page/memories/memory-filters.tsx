import type { MemoryScope } from '../api/memories.ts';
import { Select, TextField } from '../ui/field.tsx';
import type { Choice } from '../ui/field.tsx';
import { isoOf, localOf } from '../ui/local-time.ts';
import { unturned } from '../ui/unturned.ts';
import { isBackwards } from './memory-wish.ts';
import type { MemoryTime, MemoryWish } from './memory-wish.ts';

interface MemoryFiltersProps {
  readonly wish: MemoryWish;
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (wish: MemoryWish) => void;
}

const scopes: readonly Choice<MemoryScope | ''>[] = [
  { value: '', label: 'Every scope' },
  { value: 'agent', label: 'Of one agent' },
  { value: 'system', label: 'For every agent' },
];

const times: readonly Choice<MemoryTime>[] = [
  { value: '', label: 'Any time' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'between', label: 'Between…' },
];

/** Scope, agent and time of the memories that are shown, in one row of the toolbar. */
export function MemoryFilters({ wish, agents, onChange }: MemoryFiltersProps) {
  const known =
    wish.agent === '' || agents.some(({ id }) => id === wish.agent) ? agents : [...agents, { id: wish.agent, name: wish.agent }];
  return (
    <>
      <Select aria-label="Scope" value={wish.scope} choices={scopes} onChange={(scope) => onChange({ ...wish, scope })} />
      {known.length > 0 && (
        <Select
          aria-label="Agent"
          value={wish.agent}
          choices={[{ value: '', label: 'Every agent' }, ...known.map(({ id, name }) => ({ value: id, label: unturned(name) }))]}
          onChange={(agent) => onChange({ ...wish, agent })}
        />
      )}
      <Select aria-label="Saved" value={wish.time} choices={times} onChange={(time) => onChange({ ...wish, time, from: '', to: '' })} />
    </>
  );
}

/** The two ends of a time, in the person's own. */
export function TimeBounds({ wish, onChange }: Omit<MemoryFiltersProps, 'agents'>) {
  return (
    <div className="bounds" role="group" aria-label="Saved between">
      <TextField
        label="From"
        type="datetime-local"
        value={localOf(wish.from)}
        onChange={(text) => onChange({ ...wish, from: isoOf(text) })}
      />
      <TextField
        label="Until"
        type="datetime-local"
        value={localOf(wish.to)}
        error={isBackwards(wish) ? 'Choose a time after the first.' : undefined}
        onChange={(text) => onChange({ ...wish, to: isoOf(text) })}
      />
    </div>
  );
}
