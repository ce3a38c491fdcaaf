import type { Fault } from '../api/fault.ts';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

/** What went wrong, told to those who listen as well. Nothing is shown while there is nothing to say. */
export function Notice({ fault, onRetry }: { readonly fault: Fault | undefined; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className={fault ? 'notice' : undefined}>
      {fault && (
        <>
          <Icon name="alert" />
          <p>
            {fault.message}
            {fault.kind === 'unavailable' && fault.requestId !== undefined && <small> Request {fault.requestId}</small>}
          </p>
          {onRetry && (
            <Button tone="quiet" icon="retry" onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      )}
    </div>
  );
}
