import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import { holdPlace } from '../app/place.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';

interface ShownOnceProps {
  readonly secret: string;
  readonly label: string;
  readonly what: string;
  readonly onDone: () => void;
}

/**
 * A secret that is never shown again. The keyboard begins at its copy. Leaving it without one takes a second press, and not one in haste: the
 * second of two clicks does nothing, and the first press leads the keyboard back to the copy.
 */
export function ShownOnce({ secret, label, what, onDone }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  useEffect(() => (isCopied ? undefined : holdPlace(() => setWarned(true))), [isCopied]);
  const secretLine = useRef<HTMLDivElement>(null);
  const done = ({ detail: clicks }: MouseEvent): void => {
    if (isCopied) return onDone();
    if (clicks > 1) return;
    if (isWarned) return onDone();
    setWarned(true);
    secretLine.current?.querySelector('button')?.focus();
  };
  return (
    <div className="stack">
      <p>{what} Copy it now: it is stored as a hash and cannot be shown again.</p>
      <div ref={secretLine} className="copy-line secret" role="group" aria-label={label} onCopy={() => setCopied(true)}>
        <code>{secret}</code>
        <CopyButton text={secret} isFirst onCopied={() => setCopied(true)} />
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
