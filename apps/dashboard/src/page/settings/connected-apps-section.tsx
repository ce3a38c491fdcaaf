import { useState } from 'react';
import { revokeConnection } from '../api/keys.ts';
import type { Connection } from '../api/keys.ts';
import { change } from '../data/resource.ts';
import type { Resource } from '../data/resource.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';

interface ConnectedAppsProps {
  readonly connections: Resource<readonly Connection[]>;
  /** Those of this project. */
  readonly here: readonly Connection[] | undefined;
  /** The person's others. */
  readonly elsewhere: readonly Connection[];
}

/** The apps that the person let into this project, and below them those in their other ones. */
export function ConnectedAppsSection({ connections, here, elsewhere }: ConnectedAppsProps) {
  const [leaving, setLeaving] = useState<Connection>();
  return (
    <Section title="Connected Apps" about="Apps that you let in with this account: into this project, and below into your others.">
      <Notice fault={connections.fault} onRetry={() => void connections.reload()} />
      {!here && !connections.fault && <Waiting rows={1} />}
      {here?.length === 0 && (
        <Empty icon="user" title="No apps yet">
          <p>Connect one above with “Sign in”. It appears here, and one press cuts it off.</p>
        </Empty>
      )}
      {here !== undefined && here.length > 0 && (
        <ul className="list" aria-label="Connected apps">
          {here.map((connection) => (
            <ConnectionRow key={connection.token_id} connection={connection} onRevoke={() => setLeaving(connection)} />
          ))}
        </ul>
      )}
      {elsewhere.length > 0 && (
        <details className="elsewhere">
          <summary>{elsewhere.length === 1 ? '1 app' : `${elsewhere.length} apps`} in other projects of yours</summary>
          <ul className="list" aria-label="Apps in other projects">
            {elsewhere.map((connection) => (
              <ConnectionRow key={connection.token_id} connection={connection} onRevoke={() => setLeaving(connection)} />
            ))}
          </ul>
        </details>
      )}
      {leaving && (
        <Confirm
          title={`Cut off “${leaving.client.name}”?`}
          action="Revoke access"
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await revokeConnection(leaving.token_id);
            change<readonly Connection[]>('connections', (all) => all.filter(({ token_id: id }) => id !== leaving.token_id));
            toast(`“${leaving.client.name}” is cut off.`);
          }}
        >
          <p>It is refused from the next request on and has to ask you again. What it saved stays.</p>
        </Confirm>
      )}
    </Section>
  );
}

function ConnectionRow({ connection, onRevoke }: { readonly connection: Connection; readonly onRevoke: () => void }) {
  const { client, project, created_at: since, last_used_at: used } = connection;
  return (
    <li className="entry">
      <p className="title">{client.name}</p>
      <p className="facts">
        <span>
          Sends its answers to <code>{client.redirect_host}</code>
          {client.is_loopback && ' (this machine)'}
        </span>
        <span>In {project.name}</span>
        <span>
          Connected <Ago at={since} />
        </span>
        <span>
          {used === null ? (
            'Never used'
          ) : (
            <>
              Last used <Ago at={used} />
            </>
          )}
        </span>
      </p>
      <div className="actions">
        <Button tone="quiet" aria-label={`Revoke ${client.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </div>
    </li>
  );
}
