import { useState } from 'react';
import { mcpUrl } from '../app/settings.ts';
import { CopyLine } from '../ui/copy.tsx';
import { Section } from '../ui/section.tsx';
import { Segments } from '../ui/segments.tsx';
import { Steps } from '../ui/steps.tsx';
import { clientGuides } from './client-configs.ts';
import type { Way } from './client-configs.ts';
import { ConnectionLight } from './connection-light.tsx';
import type { Used } from './connection-light.tsx';
import { KeyHint } from './key-hint.tsx';
import { keyPlaceholder } from './key-placeholder.ts';

interface ConnectProps {
  readonly used: readonly Used[];
  /** A key that was made on this page. */
  readonly secret: string | undefined;
  readonly onMakeKey: (() => void) | undefined;
}

/** The MCP URL, and for each client what to do with it. */
export function ConnectSection({ used, secret, onMakeKey }: ConnectProps) {
  const [guide = clientGuides[0], setGuide] = useState(clientGuides.find(({ id }) => id === 'claude-code'));
  const [way, setWay] = useState<Way>('sign-in');
  const steps = guide?.steps[way]({ url: mcpUrl, key: secret ?? keyPlaceholder }) ?? [];
  return (
    <Section
      title="Connect a client"
      about="Give any MCP client this address. Its agents then remember across conversations and search the knowledge of this project."
      actions={<ConnectionLight used={used} />}
    >
      <div>
        <p className="field-label">MCP URL</p>
        <CopyLine value={mcpUrl} label="MCP URL" />
      </div>
      <div className="row spread">
        <Segments
          label="Client"
          value={guide?.id ?? ''}
          choices={clientGuides.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setGuide(clientGuides.find((each) => each.id === id))}
        />
        <Segments
          label="Way in"
          value={way}
          choices={[
            { value: 'sign-in', label: 'Sign in' },
            { value: 'key', label: 'API key' },
          ]}
          onChange={setWay}
        />
      </div>
      {way === 'key' && <KeyHint secret={secret} onMakeKey={onMakeKey} />}
      <Steps label={`Connect ${guide?.name ?? ''}`} steps={steps} />
    </Section>
  );
}
