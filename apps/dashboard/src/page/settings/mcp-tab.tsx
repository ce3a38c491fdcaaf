import { useState } from 'react';
import { keysPath, readConnections } from '../api/keys.ts';
import type { ApiKey, NewApiKey } from '../api/keys.ts';
import { may } from '../app/me.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { refreshList, useList } from '../data/list.ts';
import { useResource } from '../data/resource.ts';
import { useLive } from '../data/use-live.ts';
import { useUsage } from '../usage/use-usage.ts';
import { AskingSection } from '../asking/asking-section.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { ConnectSection } from './connect-section.tsx';
import { ConnectedAppsSection } from './connected-apps-section.tsx';
import { KeyHint } from './key-hint.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** Often while somebody connects something. Two requests each. */
const paces = { paceMs: 5_000, quietMs: 180_000 };

/** Everything about how agents get into the project. A key that was just made is known here until the page is left, and nowhere else. */
export function McpTab({ project, workspace }: ProjectProps) {
  const canManage = may(workspace.role, 'manage_keys');
  const keys = useList<ApiKey>(canManage ? keysPath : undefined, project.id);
  const connections = useResource('connections', readConnections);
  const usage = useUsage(canManage ? project.id : undefined, 'day');
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiKey>();
  const here = connections.value?.filter((connection) => connection.project.id === project.id);
  const elsewhere = (connections.value ?? []).filter((connection) => connection.project.id !== project.id);
  const used = [...(keys.items ?? []), ...(here ?? []).map(({ client, last_used_at }) => ({ name: client.name, last_used_at }))];
  const onMakeKey = canManage ? () => setMaking(true) : undefined;
  useLive(async () => {
    await Promise.all([canManage && refreshList(keysPath, project.id), connections.reload()]);
  }, paces);
  return (
    <>
      <ConnectSection used={used} secret={made?.key} onMakeKey={onMakeKey} />
      {may(workspace.role, 'write_content') && (
        <AskingSection secret={made?.key} keyHint={<KeyHint secret={made?.key} onMakeKey={onMakeKey} />} />
      )}
      {canManage && (
        <ApiKeysSection
          project={project}
          keys={keys}
          usage={usage.value}
          onMakeKey={() => setMaking(true)}
          onRotated={(key) => setMade(key)}
        />
      )}
      <ConnectedAppsSection connections={connections} here={here} elsewhere={elsewhere} />
      {isMaking && (
        <NewKeyDialog
          project={project}
          onMade={(key) => {
            setMade(key);
            void keys.reload();
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
