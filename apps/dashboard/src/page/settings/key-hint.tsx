import { Button } from '../ui/button.tsx';
import { keyPlaceholder } from './key-placeholder.ts';

interface KeyHintProps {
  /** A key that was made on this page. */
  readonly secret: string | undefined;
  readonly onMakeKey: (() => void) | undefined;
}

/** Where the key in what is pasted comes from. */
export function KeyHint({ secret, onMakeKey }: KeyHintProps) {
  return (
    <p className="hint row">
      {secret === undefined
        ? `Put a key where ${keyPlaceholder} stands.`
        : 'The key that you just made is filled in; it is gone when you leave this page.'}
      {secret === undefined && onMakeKey && (
        <Button tone="quiet" icon="key" onClick={onMakeKey}>
          Make one now
        </Button>
      )}
    </p>
  );
}
