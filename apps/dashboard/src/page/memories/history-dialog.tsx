import { historyPath, restoreMemory } from '../api/memories.ts';
import type { Memory, MemoryVersion } from '../api/memories.ts';
import type { ProjectRef } from '../api/people.ts';
import { useList } from '../data/list.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Waiting } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { unturned } from '../ui/unturned.ts';

interface HistoryProps {
  readonly project: ProjectRef;
  readonly memory: Memory;
  readonly canWrite: boolean;
  readonly onRestored: (memory: Memory) => void;
  readonly onClose: () => void;
}

const makers = { api_key: 'with an API key', oauth: 'by a connected app', session: 'in the dashboard' } as const;

/** What a memory said and says, newest first, with the way back to each. */
export function HistoryDialog({ project, memory, canWrite, onRestored, onClose }: HistoryProps) {
  const versions = useList<MemoryVersion>(historyPath(memory.id), project.id);
  const restore = useAction(async (version: number) => {
    onRestored(await restoreMemory(project.id, memory.id, version));
    toast(`Version ${version} holds again.`);
    onClose();
  });
  return (
    <Dialog title="History" size="large" onClose={onClose}>
      <Notice fault={versions.fault ?? restore.fault} />
      {!versions.items && !versions.fault && <Waiting />}
      <ol className="list" aria-label="Versions">
        {versions.items?.map((version) => (
          <li key={version.version} className="entry memory">
            <p className="content">{unturned(version.content)}</p>
            <p className="facts">
              <span>Version {version.version}</span>
              <span>
                <Ago at={version.created_at} />
                {version.changed_by.kind && ` ${makers[version.changed_by.kind]}`}
              </span>
              {version.restored_from !== null && <span>restored from version {version.restored_from}</span>}
            </p>
            <div className="actions">
              {version.current && <span className="badge good">Now</span>}
              {!version.current && canWrite && (
                <Button
                  tone="quiet"
                  icon="retry"
                  isBusy={restore.isBusy}
                  aria-label={`Restore version ${version.version}`}
                  onClick={() => void restore.run(version.version)}
                >
                  Restore
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      <LoadMore list={versions} />
    </Dialog>
  );
}
