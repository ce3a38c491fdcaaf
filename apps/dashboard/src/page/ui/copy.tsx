import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

/** Puts text on the clipboard, and says so in its place. */
export function CopyButton({
  text,
  label = 'Copy',
  isFirst = false,
  onCopied,
}: {
  readonly text: string;
  readonly label?: string;
  /** Whether the keyboard is led to it when its dialog comes up. */
  readonly isFirst?: boolean;
  readonly onCopied?: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    const done = await copyText(text, place.current);
    setRefused(!done);
    if (!done) return;
    setCopied(true);
    onCopied?.();
  };
  return (
    <span ref={place} className="copy">
      <Button icon={isCopied ? 'check' : 'copy'} data-first={isFirst || undefined} onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
      </Button>
      <span role="status" className="error">
        {isRefused && 'The browser did not let the page copy. Select the text and copy it yourself.'}
      </span>
    </span>
  );
}

/** A value on one line, ready to copy. */
export function CopyLine({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className="copy-line" role="group" aria-label={label}>
      <code>{value}</code>
      <CopyButton text={value} />
    </div>
  );
}

interface CodeBlockProps {
  readonly code: string;
  readonly title: string;
  /** What those who listen hear of what it is for, where the title is there twice. */
  readonly purpose?: string;
}

/** Lines to paste somewhere, under the name of where. */
export function CodeBlock({ code, title, purpose }: CodeBlockProps) {
  return (
    <figure className="code-block">
      <figcaption>
        <span>{title}</span>
        <CopyButton text={code} />
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={purpose === undefined ? title : `${title}: ${purpose}`}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
