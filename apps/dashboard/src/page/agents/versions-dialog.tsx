import { agentVersionsPath } from '../api/agents.ts';
import type { Agent, AgentVersion } from '../api/agents.ts';
import { useList } from '../data/list.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Waiting } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Ago } from '../ui/time.tsx';
import { unturned } from '../ui/unturned.ts';

interface VersionsDialogProps {
  readonly projectId: string;
  readonly agent: Agent;
  readonly onClose: () => void;
}

/** What an agent was and is, the newest first. */
export function VersionsDialog({ projectId, agent, onClose }: VersionsDialogProps) {
  const list = useList<AgentVersion>(agentVersionsPath(agent.id), projectId);
  return (
    <Dialog title={`Versions of ${unturned(agent.name)}`} size="large" onClose={onClose}>
      <Notice fault={list.fault} onRetry={() => void list.reload()} />
      {!list.items && !list.fault && <Waiting />}
      <ol className="list" aria-label="Versions">
        {list.items?.map((version) => (
          <li key={version.version} className="entry">
            <p className="title">
              Version {version.version}: {unturned(version.name)} {version.current && <span className="badge good">Holds now</span>}
            </p>
            <p className="facts">
              <Ago at={version.created_at} />
              <span>{version.tools === null ? 'Any tool' : version.tools.join(', ')}</span>
              <span>{version.model ?? 'The service’s model'}</span>
            </p>
            {version.instructions !== null && <p className="command-line">{unturned(version.instructions)}</p>}
          </li>
        ))}
      </ol>
      <LoadMore list={list} />
    </Dialog>
  );
}
