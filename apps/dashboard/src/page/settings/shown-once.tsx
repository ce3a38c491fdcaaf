import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';

interface ShownOnceProps {
  readonly secret: string;
  readonly label: string;
  readonly what: string;
  readonly onDone: () => void;
}

/** A secret that is never shown again. Leaving it without a copy takes a second press. */
export function ShownOnce({ secret, label, what, onDone }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const done = (): void => {
    if (isCopied || isWarned) onDone();
    else setWarned(true);
  };
  return (
    <div className="stack">
      <p>{what} Copy it now: it is stored as a hash and cannot be shown again.</p>
      <div className="copy-line secret" role="group" aria-label={label} onCopy={() => setCopied(true)}>
        <code>{secret}</code>
        <CopyButton text={secret} onCopied={() => setCopied(true)} />
      </div>
      <p role="status" className={isWarned && !isCopied ? 'callout' : undefined}>
        {isWarned && !isCopied ? 'You have not copied it. Press Done again to leave it behind.' : ''}
      </p>
      <div className="dialog-actions">
        <Button tone="primary" onClick={done}>
          Done
        </Button>
      </div>
    </div>
  );
}
