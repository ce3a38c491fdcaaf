import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismiss, mostShown, useToasts } from './toast-store.ts';
import type { Toast } from './toast-store.ts';

/** Where toasts come up. They wait while they are pointed at or hold the keyboard. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <section className="toasts" aria-label="Notifications" aria-live="polite">
      {toasts.map((toast, at) => (
        <ToastCard key={toast.id} toast={toast} isSeen={at >= toasts.length - mostShown} />
      ))}
    </section>
  );
}

function ToastCard({ toast, isSeen }: { readonly toast: Toast; readonly isSeen: boolean }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(toast), toast.stays);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  // What goes from under the pointer is left by nothing that the page hears of.
  useEffect(() => {
    if (!isSeen) setHeld(false);
  }, [isSeen]);
  return (
    <div
      className={`toast ${toast.tone}`}
      hidden={!isSeen}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.tone === 'good' ? 'check' : 'alert'} />
      <p>{toast.text}</p>
      {toast.action && (
        <Button tone="quiet" onClick={() => dismiss(toast, { byAction: true })}>
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => dismiss(toast)} />
    </div>
  );
}
