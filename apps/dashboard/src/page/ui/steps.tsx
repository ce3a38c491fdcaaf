import { CodeBlock } from './copy.tsx';
import type { Step } from './step.ts';

/** What to do, numbered, with what to paste. */
export function Steps({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ text, code }, index) => (
        <li key={text}>
          <span className="number" aria-hidden="true">
            {index + 1}
          </span>
          <p>{text}</p>
          {code && <CodeBlock title={code.title} code={code.text} purpose={label} />}
        </li>
      ))}
    </ol>
  );
}
