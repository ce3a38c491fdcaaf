import { useState } from 'react';
import { revokeKey, rotateKey } from '../api/keys.ts';
import type { ApiKey, NewApiKey } from '../api/keys.ts';
import type { ProjectRef } from '../api/people.ts';
import type { Usage } from '../api/usage.ts';
import type { List } from '../data/list.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { KeyUsage } from '../usage/key-usage.tsx';
import { ShownOnce } from './shown-once.tsx';

interface ApiKeysProps {
  readonly project: ProjectRef;
  readonly keys: List<ApiKey>;
  /** Of the last 24 hours, once it is known. */
  readonly usage: Usage | undefined;
  readonly onMakeKey: () => void;
  readonly onRotated: (key: NewApiKey) => void;
}

type Asking = { readonly to: 'rotate' | 'revoke'; readonly key: ApiKey; readonly once: string } | undefined;

/** The keys of the project, without their secrets, which nobody has any more. */
export function ApiKeysSection({ project, keys, usage, onMakeKey, onRotated }: ApiKeysProps) {
  const [asking, setAsking] = useState<Asking>();
  const [rotated, setRotated] = useState<NewApiKey>();
  const ask = (to: 'rotate' | 'revoke', key: ApiKey): void => setAsking({ to, key, once: crypto.randomUUID() });
  return (
    <Section
      title="API Keys"
      about="For clients that do not sign in, and for your own programs."
      actions={
        <Button tone="primary" icon="plus" onClick={onMakeKey}>
          Create API Key
        </Button>
      }
    >
      <Notice fault={keys.fault} onRetry={() => void keys.reload()} />
      {!keys.items && !keys.fault && <Waiting />}
      {keys.items?.length === 0 && (
        <Empty icon="key" title="No keys yet">
          <p>A key lets one program into this project. Make one for each, so that you can revoke it alone.</p>
        </Empty>
      )}
      {keys.items !== undefined && keys.items.length > 0 && (
        <ul className="list" aria-label="API keys">
          {keys.items.map((key) => (
            <KeyRow key={key.id} apiKey={key} usage={usage} onAsk={ask} />
          ))}
        </ul>
      )}
      <LoadMore list={keys} />
      {asking?.to === 'rotate' && (
        <Confirm
          title={`Rotate “${asking.key.name}”?`}
          action="Rotate key"
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            const key = await rotateKey(project.id, asking.key.id, asking.once);
            setRotated(key);
            onRotated(key);
            void keys.reload();
          }}
        >
          <p>
            You get a new secret. The old one is refused from the next request on, so programs that use it stop until they have the new one.
          </p>
        </Confirm>
      )}
      {asking?.to === 'revoke' && (
        <Confirm
          title={`Revoke “${asking.key.name}”?`}
          action="Revoke key"
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            await revokeKey(project.id, asking.key.id);
            keys.change((items) => items.filter(({ id }) => id !== asking.key.id));
            toast(`“${asking.key.name}” is revoked.`);
          }}
        >
          <p>
            Programs that use the key ending in <code>{asking.key.last4}</code> are refused from the next request on. This cannot be undone;
            what they saved stays.
          </p>
        </Confirm>
      )}
      {rotated && (
        <Dialog title={`New secret for “${rotated.name}”`} isHeld onClose={() => setRotated(undefined)}>
          <ShownOnce
            secret={rotated.key}
            label="API key"
            what="The old secret is refused from now on."
            onDone={() => setRotated(undefined)}
          />
        </Dialog>
      )}
    </Section>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly usage: Usage | undefined;
  readonly onAsk: (to: 'rotate' | 'revoke', key: ApiKey) => void;
}

function KeyRow({ apiKey, usage, onAsk }: KeyRowProps) {
  return (
    <li className="entry">
      <p className="title">{apiKey.name}</p>
      <p className="facts">
        <code>
          {apiKey.prefix}…{apiKey.last4}
        </code>
        <span>
          Made <Ago at={apiKey.created_at} />
        </span>
        <span>
          {apiKey.last_used_at === null ? (
            'Never used'
          ) : (
            <>
              Last used <Ago at={apiKey.last_used_at} />
            </>
          )}
        </span>
      </p>
      {usage && <KeyUsage usage={usage} credentialId={apiKey.id} />}
      <div className="actions">
        <Button tone="quiet" aria-label={`Rotate ${apiKey.name}`} onClick={() => onAsk('rotate', apiKey)}>
          Rotate
        </Button>
        <Button tone="quiet" aria-label={`Revoke ${apiKey.name}`} onClick={() => onAsk('revoke', apiKey)}>
          Revoke
        </Button>
      </div>
    </li>
  );
}
