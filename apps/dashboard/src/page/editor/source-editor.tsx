import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { readSource } from './json-source.ts';
import type { SourceFault, Span } from './json-source.ts';
import { lineStarts, positionOf } from './positions.ts';
import { LineNumbers } from './line-numbers.tsx';
import { Problems } from './problems.tsx';
import type { Schema } from './schema.ts';
import { suggest } from './suggest.ts';
import type { Suggestion } from './suggest.ts';
import type { Checked } from './use-checked.ts';
import { Suggestions } from './suggestions.tsx';
import { showLine, showSpan, unseen, viewOf } from './view.ts';
import type { View } from './view.ts';
import { newLine, writeText } from './write-text.ts';

interface SourceEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly checked: Checked;
  readonly schema?: Schema | undefined;
  /** What somebody else has found in the text as it is. */
  readonly told?: readonly SourceFault[];
  readonly isLow?: boolean;
  /** What to lead the keyboard to, each time that it is another one. */
  readonly shown?: Span | undefined;
}

/**
 * A text area for JSON: numbered lines, what is wrong marked at its place and told below, and what could be written where the caret is. It
 * stays a text area, so it works with every keyboard and screen reader.
 */
export function SourceEditor({ label, value, onChange, checked, schema, told = [], isLow = false, shown }: SourceEditorProps) {
  const id = useId();
  const { text, faults: own } = checked;
  const area = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<View>(unseen);
  const starts = useMemo(() => lineStarts(text), [text]);
  const faults = useMemo(() => [...own, ...told].toSorted((one, other) => one.start - other.start).slice(0, 100), [own, told]);
  const help = useSuggestions(value, schema);
  const bad = new Set(faults.map(({ start }) => positionOf(starts, start).line));
  const take = (chosen: Suggestion): void => {
    help.close();
    if (area.current) writeText(area.current, chosen.replaces, chosen.text, chosen.caret);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Enter takes what an input method offers; that is no line.
    if (event.nativeEvent.isComposing || help.press(event, take)) return;
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const line = newLine(value, start);
      writeText(event.currentTarget, { start, end }, line.text, line.caret);
    }
  };
  useEffect(() => {
    const watched = area.current;
    if (!watched) return undefined;
    const observer = new ResizeObserver(() => setView(viewOf(watched)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (shown && area.current) showSpan(area.current, shown);
  }, [shown]);
  const place = help.isOpen ? positionOf(lineStarts(value), help.offset) : undefined;
  return (
    <div className="source">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className={isLow ? 'source-pane low' : 'source-pane'}>
        <LineNumbers view={view} count={starts.length} bad={bad} />
        <div className="source-text">
          <div className="source-marks" aria-hidden="true">
            <pre style={{ transform: `translate(${-view.left}px, ${-view.top}px)` }}>
              <Marked text={text} faults={faults} />
            </pre>
          </div>
          <textarea
            ref={area}
            id={id}
            value={value}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-describedby={`${id}-problems${schema ? ` ${id}-keys` : ''}`}
            aria-invalid={faults.length > 0 || undefined}
            aria-autocomplete={schema ? 'list' : undefined}
            aria-controls={help.isOpen ? `${id}-list` : undefined}
            aria-activedescendant={help.isOpen ? `${id}-list-${help.chosen}` : undefined}
            onChange={({ target }) => {
              onChange(target.value);
              help.typed(target);
            }}
            onKeyDown={press}
            onBlur={help.close}
            onClick={help.close}
            onScroll={({ currentTarget }) => setView(viewOf(currentTarget))}
          />
          {place && (
            <Suggestions
              id={`${id}-list`}
              found={help.found}
              chosen={help.chosen}
              place={{ ...place, top: view.top, left: view.left }}
              isAbove={place.line - view.top / view.line > view.lines / 2}
              onTake={take}
            />
          )}
        </div>
      </div>
      <p className="unseen" role="status">
        {help.isOpen ? `${help.found.length} suggestions` : ''}
      </p>
      {schema && (
        <p id={`${id}-keys`} className="hint">
          <kbd>Ctrl</kbd> <kbd>Space</kbd> shows what can be written where you are.
        </p>
      )}
      <Problems
        id={`${id}-problems`}
        faults={faults}
        lineOf={(offset) => positionOf(starts, offset).line + 1}
        onGo={(fault) => area.current && showSpan(area.current, fault)}
      />
    </div>
  );
}

/** The text once more, unseen, with what is wrong underlined. */
function Marked({ text, faults }: { readonly text: string; readonly faults: readonly SourceFault[] }) {
  let at = 0;
  const parts = faults.flatMap(({ start, end }, index) => {
    if (start < at) return [];
    const [before, marked] = [text.slice(at, start), text.slice(start, Math.max(end, start + 1))];
    at = start + marked.length;
    return [before, <mark key={index}>{marked}</mark>];
  });
  return (
    <>
      {parts}
      {text.slice(at)}
      {'\n'}
    </>
  );
}

/** What could be written, opened by typing or by a key, and the keys that choose. */
function useSuggestions(value: string, schema: Schema | undefined) {
  const [state, setState] = useState<{ readonly offset: number; readonly chosen: number } | undefined>();
  const offset = state?.offset ?? 0;
  const found = useMemo(
    () => (schema && state ? suggest(schema, readSource(value), { text: value, offset: state.offset }).slice(0, 50) : []),
    [schema, value, state],
  );
  useEffect(() => {
    if (state && found.length === 0) setState(undefined);
  }, [state, found.length]);
  const isOpen = state !== undefined && found.length > 0;
  const chosen = Math.min(state?.chosen ?? 0, found.length - 1);
  const close = (): void => setState(undefined);
  return {
    found,
    isOpen,
    chosen,
    offset,
    close,
    /** Opens after a letter or a quote, and follows what is typed on. */
    typed({ selectionStart: at, value: now }: HTMLTextAreaElement): void {
      setState(/["\w]/.test(now[at - 1] ?? '') ? { offset: at, chosen: 0 } : undefined);
    },
    /** Whether the key was one of the list's. */
    press(event: KeyboardEvent<HTMLTextAreaElement>, take: (chosen: Suggestion) => void): boolean {
      const { currentTarget: area } = event;
      const { selectionStart: at } = area;
      const last = found.length - 1;
      const one = found[chosen];
      if (event.key === ' ' && event.ctrlKey) {
        showLine(area, at);
        setState({ offset: at, chosen: 0 });
      } else if (!isOpen || !one || event.ctrlKey || event.metaKey || event.altKey) return false;
      else if (event.key === 'ArrowDown') setState({ offset, chosen: chosen === last ? 0 : chosen + 1 });
      else if (event.key === 'ArrowUp') setState({ offset, chosen: chosen === 0 ? last : chosen - 1 });
      else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(one);
      else if (event.key === 'Escape') close();
      else {
        if (/^Arrow|^Home$|^End$|^Page/.test(event.key)) close();
        return false;
      }
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
