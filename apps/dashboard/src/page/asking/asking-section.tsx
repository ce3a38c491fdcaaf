import { useState } from 'react';
import type { ReactNode } from 'react';
import { baseUrl } from '../app/settings.ts';
import { keyPlaceholder } from '../settings/key-placeholder.ts';
import { Section } from '../ui/section.tsx';
import { Segments } from '../ui/segments.tsx';
import { Steps } from '../ui/steps.tsx';
import { askingGuides } from './asking-guides.ts';

interface AskingProps {
  /** A key that was made on this page. */
  readonly secret?: string | undefined;
  /** Where the key comes from. */
  readonly keyHint: ReactNode;
}

/** How an agent comes to ask: a first try by hand, and the hooks that make it ask before each thing that it does. */
export function AskingSection({ secret, keyHint }: AskingProps) {
  const [guide = askingGuides[0], setGuide] = useState(askingGuides[0]);
  return (
    <Section
      title="Have an agent ask first"
      about="With a hook, an agent asks here before it does something. The policy answers most of it at once; what is risky waits in Approvals for a person."
    >
      <div className="row">
        <Segments
          label="How it asks"
          value={guide?.id ?? ''}
          choices={askingGuides.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setGuide(askingGuides.find((each) => each.id === id))}
        />
      </div>
      {keyHint}
      <Steps label={`How it asks: ${guide?.name ?? ''}`} steps={guide?.steps({ baseUrl, key: secret ?? keyPlaceholder }) ?? []} />
    </Section>
  );
}
