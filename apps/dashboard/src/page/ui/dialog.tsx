import { useId, useLayoutEffect, useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether Escape and a press beside it leave it open, as when closing would lose what is shown once. */
  readonly isHeld?: boolean;
  readonly size?: 'small' | 'large';
  readonly children: ReactNode;
}

/** What is asked or shown before anything else goes on. The keyboard stays in it and returns to where it was. */
export function Dialog({ title, onClose, isHeld = false, size = 'small', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressBegan = useRef<EventTarget | null>(null);
  const id = useId();
  // It is closed while it is still on the page: the browser leads the keyboard back from there alone.
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown && !shown.open) {
      shown.showModal();
      // What it names as first, what is to be filled in, else the first answer, which is the one that does nothing.
      const [place] = ['[data-first]', 'input, textarea, select', '.dialog-actions button'].flatMap((choice) =>
        [...shown.querySelectorAll<HTMLElement>(choice)].slice(0, 1),
      );
      place?.focus();
    }
    return () => shown?.close();
  }, []);
  const closeBeside = ({ target, currentTarget }: MouseEvent): void => {
    if (!isHeld && target === currentTarget && pressBegan.current === currentTarget) onClose();
  };
  return (
    <dialog
      ref={element}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isHeld) onClose();
      }}
      onMouseDown={({ target }) => {
        pressBegan.current = target;
      }}
      onClick={closeBeside}
    >
      <div className="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          {!isHeld && <IconButton icon="close" label="Close" onClick={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}
