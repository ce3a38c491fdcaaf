import { useCallback, useMemo, useRef, useState } from 'react';
import { memoriesPath } from '../api/memories.ts';
import type { Memory } from '../api/memories.ts';
import { may } from '../app/me.ts';
import { go, usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { useList } from '../data/list.ts';
import { useShortcut } from '../shell/shortcut.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { ExportButton } from './export-button.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { MemoryDialog } from './memory-dialog.tsx';
import { MemoryFilters, TimeBounds } from './memory-filters.tsx';
import { MemoryRow } from './memory-row.tsx';
import { filterOf, isBackwards, noWish, queryOf, wishIn } from './memory-wish.ts';
import type { MemoryWish } from './memory-wish.ts';
import { usePendingDeletes } from './pending-deletes.ts';
import { useAgents } from './use-agents.ts';
import { useFound } from './use-found.ts';

type Open = { readonly kind: 'new' | 'import' } | { readonly kind: 'edit' | 'history'; readonly memory: Memory } | undefined;

export default function MemoriesPage({ project, workspace }: ProjectProps) {
  const canWrite = may(workspace.role, 'write_content');
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<Open>();
  const place = usePlace();
  const wish = useMemo(() => wishIn(place.query), [place]);
  const filter = useMemo(() => filterOf(wish), [wish]);
  const show = useCallback(
    (next: MemoryWish) => go(`${projectPath(project.id, 'memories')}${queryOf(next)}`, { replace: true }),
    [project.id],
  );
  const isNever = isBackwards(wish);
  const list = useList<Memory>(isNever ? undefined : memoriesPath(filter), project.id);
  const found = useFound(project.id, { query: isNever ? '' : query, filter });
  const { agents, reload: reloadAgents } = useAgents(project.id);
  const deletes = usePendingDeletes(project.id, (id) => {
    list.change((items) => items.filter((item) => item.id !== id));
    found.change((items) => items.filter((item) => item.id !== id));
  });
  const read = found.isOn ? found.items : list.items;
  const shown = isNever ? [] : read?.filter(({ id }) => !deletes.pending.has(id));
  const isFiltered = found.isOn || queryOf(wish) !== '';
  const put = (memory: Memory): void => {
    const replaced = (items: readonly Memory[]): readonly Memory[] => items.map((item) => (item.id === memory.id ? memory : item));
    list.change((items) => (items.some(({ id }) => id === memory.id) ? replaced(items) : [memory, ...items]));
    found.change(replaced);
  };
  return (
    <Page
      title="Memories"
      within={project.name}
      about="What agents keep for you across conversations in this project. You see and change your own."
      actions={
        <>
          <ExportButton project={project} />
          {canWrite && (
            <>
              <Button icon="upload" onClick={() => setOpen({ kind: 'import' })}>
                Import
              </Button>
              <Button tone="primary" icon="plus" onClick={() => setOpen({ kind: 'new' })}>
                Add memory
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="toolbar" role="search">
        <SearchBox value={query} onChange={setQuery} />
        <MemoryFilters wish={wish} agents={agents} onChange={show} />
        {queryOf(wish) !== '' && (
          <Button tone="quiet" icon="close" onClick={() => show(noWish)}>
            Clear
          </Button>
        )}
        {wish.time === 'between' && <TimeBounds wish={wish} onChange={show} />}
      </div>
      <Notice fault={found.isOn ? found.fault : list.fault} onRetry={() => void (found.isOn ? found.again() : list.reload())} />
      {!shown && !list.fault && !found.fault && <Waiting />}
      <p className="unseen" role="status">
        {shown !== undefined && isFiltered && !found.isBusy ? foundWords(shown.length, (found.isOn ? found : list).hasMore) : ''}
      </p>
      {shown?.length === 0 && <NothingToShow isFiltered={isFiltered} projectId={project.id} />}
      {shown !== undefined && shown.length > 0 && (
        <ul className="list" aria-label="Memories" aria-busy={found.isBusy}>
          {shown.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              canWrite={canWrite}
              onEdit={() => setOpen({ kind: 'edit', memory })}
              onHistory={() => setOpen({ kind: 'history', memory })}
              onDelete={() => deletes.add(memory)}
            />
          ))}
        </ul>
      )}
      <LoadMore list={found.isOn ? found : list} />
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <MemoryDialog
          project={project}
          memory={open.kind === 'edit' ? open.memory : undefined}
          onDone={put}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === 'import' && (
        <ImportDialog
          project={project}
          onDone={() => void Promise.all([list.reload(), reloadAgents()])}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === 'history' && (
        <HistoryDialog project={project} memory={open.memory} canWrite={canWrite} onRestored={put} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

/** How much is shown of what was asked for, for those who listen. */
function foundWords(count: number, hasMore: boolean): string {
  if (count === 0) return 'Nothing found.';
  const found = count === 1 ? '1 memory found.' : `${count} memories found.`;
  return hasMore ? `${found} There are more.` : found;
}

function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Search memories"
        placeholder="Search by words or by meaning…"
        maxLength={4000}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function NothingToShow({ isFiltered, projectId }: { readonly isFiltered: boolean; readonly projectId: string }) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="No memory matches">
        <p>Try fewer or other words, or another filter.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="memories" title="No memories yet">
      <p>
        Connect a client and tell its agent something worth keeping, such as “remember that we deploy on Tuesdays”. It appears here at once.
      </p>
      <Link className="button primary" to={projectPath(projectId, 'settings', 'mcp')}>
        Connect a client
      </Link>
    </Empty>
  );
}
