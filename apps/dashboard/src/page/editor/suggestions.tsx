import { useEffect, useRef } from 'react';
import type { Suggestion } from './suggest.ts';

interface SuggestionsProps {
  readonly id: string;
  readonly found: readonly Suggestion[];
  readonly chosen: number;
  /** Of the caret, in lines and characters, and how far the text is scrolled, in pixels. */
  readonly place: { readonly line: number; readonly column: number; readonly top: number; readonly left: number };
  /** Whether they stand above it: there is more room. */
  readonly isAbove: boolean;
  readonly onTake: (suggestion: Suggestion) => void;
}

/** What could be written, beside the caret. The keyboard stays in the text. */
export function Suggestions({ id, found, chosen, place, isAbove, onTake }: SuggestionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const about = found[chosen]?.about;
  return (
    <div
      className="suggestions"
      style={{
        ...(isAbove
          ? { bottom: `calc(100% - ${place.line} * var(--line-height) - 0.25rem + ${place.top}px)` }
          : { top: `calc(${place.line + 1} * var(--line-height) + 0.75rem - ${place.top}px)` }),
        left: `clamp(0rem, calc(${place.column} * 1ch - ${place.left}px), max(0rem, 100% - 21rem))`,
      }}
    >
      {/* What scrolls has to be within a keyboard's reach. */}
      <ul ref={list} id={id} role="listbox" aria-label="Suggestions" tabIndex={0}>
        {found.map((suggestion, index) => (
          <li
            key={`${suggestion.label} ${suggestion.text}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            // The text keeps the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(suggestion)}
          >
            {suggestion.label}
          </li>
        ))}
      </ul>
      {about !== undefined && <p>{about}</p>}
    </div>
  );
}
