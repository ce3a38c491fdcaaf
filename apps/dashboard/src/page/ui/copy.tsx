import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast-store.ts';

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
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      // Not there on a page that came without TLS from another machine.
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      toast('The browser did not let the page copy. Select the text and copy it yourself.', { tone: 'bad' });
    }
  };
  return (
    <Button icon={isCopied ? 'check' : 'copy'} data-first={isFirst || undefined} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
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
