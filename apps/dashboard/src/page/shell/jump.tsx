import { useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Me } from '../api/people.ts';
import { useMe } from '../app/me.ts';
import { go, usePlace } from '../app/place.ts';
import { projectPath, workspacePath } from '../app/route.ts';
import type { Route } from '../app/route.ts';
import { Dialog } from '../ui/dialog.tsx';
import { currentWorkplace, placesIn } from './places.ts';

interface Goal {
  readonly to: string;
  readonly label: string;
  readonly group: string;
}

/** Goes to a project or page by a few letters of its name; the switcher of projects at the same time. */
export function Jump({ onClose }: { readonly onClose: () => void }) {
  const { me } = useMe();
  const { route } = usePlace();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const goals = useMemo(() => goalsOf(me, route), [me, route]);
  const found = goals.filter((goal) => matches(goal, query)).slice(0, 100);
  const take = (goal: Goal | undefined): void => {
    if (!goal) return;
    onClose();
    go(goal.to);
  };
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setChosen(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(chosen + 1);
    else if (event.key === 'ArrowUp') move(chosen - 1);
    else if (event.key === 'Enter') take(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Project or page"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[chosen] && `${id}-${chosen}`}
        placeholder="Project or page…"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <ul ref={list} id={id} role="listbox" aria-label="Projects and pages" className="goals">
        {found.map((goal, index) => (
          <li
            key={goal.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={() => setChosen(index)}
            onClick={() => take(goal)}
          >
            <span>{goal.label}</span>
            <small>{goal.group}</small>
          </li>
        ))}
      </ul>
      <p className="hint" role="status">
        {found.length === 0 ? 'Nothing has that name.' : '↑ ↓ to choose, Enter to go'}
      </p>
    </Dialog>
  );
}

const matches = ({ label, group }: Goal, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${label} ${group}`.toLowerCase().includes(word));

/** Pages of where one is first, then the same page of every other project. */
function goalsOf(me: Me, route: Route): readonly Goal[] {
  const here = currentWorkplace(me, route);
  const section = route.page === 'project' && route.section !== 'settings' ? [route.section] : ['settings', 'mcp'];
  const projects = me.workspaces.flatMap((workspace) =>
    workspace.projects.map(({ id, name }) => ({ to: projectPath(id, ...section), label: name, group: workspace.name, id })),
  );
  const pages = placesIn(here).flatMap(({ group, places }) => places.map(({ to, label }) => ({ to, label, group })));
  return [
    ...projects.filter(({ id }) => id !== here.project?.id),
    ...pages,
    ...me.workspaces
      .filter(({ id }) => id !== here.workspace?.id)
      .map(({ id, name }) => ({ to: workspacePath(id, 'members'), label: name, group: 'Workspace' })),
    { to: '/account', label: 'Account', group: 'You' },
  ];
}
