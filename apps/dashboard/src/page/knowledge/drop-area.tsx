import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';

interface DropAreaProps {
  readonly isOpen: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere in the window, and says so while they hang above it. */
export function DropArea({ isOpen, onFiles, children }: DropAreaProps) {
  const [isAbove, setAbove] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    if (!isOpen) return undefined;
    // Entering a child comes before leaving its parent.
    let depth = 0;
    const listeners: Readonly<Record<'dragenter' | 'dragleave' | 'dragover' | 'drop', (event: DragEvent) => void>> = {
      dragenter: () => setAbove((depth += 1) > 0),
      dragleave: () => setAbove((depth -= 1) > 0),
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        depth = 0;
        setAbove(false);
        latest.current(Array.from(event.dataTransfer?.files ?? []));
      },
    };
    const guarded = Object.entries(listeners).map(([kind, listener]) => {
      const ifFiles = (event: Event): void => {
        if (hasFiles(event as DragEvent)) listener(event as DragEvent);
      };
      addEventListener(kind, ifFiles);
      return () => removeEventListener(kind, ifFiles);
    });
    return () => {
      for (const remove of guarded) remove();
    };
  }, [isOpen]);
  return (
    <>
      {children}
      {isAbove && (
        <div className="drop-veil" aria-hidden="true">
          <Icon name="upload" /> Drop to add to the knowledge base
        </div>
      )}
    </>
  );
}
