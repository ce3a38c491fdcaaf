import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAction } from '../data/use-action.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Notice } from './notice.tsx';

interface ConfirmProps {
  readonly title: string;
  /** What the button says: what will be done. */
  readonly action: string;
  /** What the other button says. Default: Cancel. */
  readonly keep?: string;
  /** What has to be typed first, for what cannot be undone by anybody. */
  readonly typed?: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something is destroyed, and says what came of it when it was not. */
export function Confirm({ title, action, keep = 'Cancel', typed, onConfirm, onClose, children }: ConfirmProps) {
  const [given, setGiven] = useState('');
  const confirm = useAction(async () => {
    await onConfirm();
    onClose();
  });
  const isReady = typed === undefined || given === typed;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void confirm.run();
        }}
      >
        <div className="prose">{children}</div>
        {typed !== undefined && (
          <TextField label={`Type ${typed} to confirm`} value={given} onChange={setGiven} autoComplete="off" spellCheck={false} />
        )}
        <Notice fault={confirm.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{keep}</Button>
          <Button tone="danger" type="submit" isBusy={confirm.isBusy} disabled={!isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
