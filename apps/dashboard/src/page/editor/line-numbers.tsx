import type { View } from './view.ts';

interface LineNumbersProps {
  readonly view: View;
  /** Lines of the whole text. */
  readonly count: number;
  /** Lines with something wrong in them, from 0. */
  readonly bad: ReadonlySet<number>;
}

/** Numbers of the lines that are in sight. */
export function LineNumbers({ view: { top, line, lines }, count, bad }: LineNumbersProps) {
  const first = Math.floor(top / line);
  const shown = Array.from({ length: Math.max(0, Math.min(lines, count - first)) }, (_, at) => first + at);
  return (
    <div className="source-lines" aria-hidden="true">
      <div style={{ transform: `translateY(${first * line - top}px)` }}>
        {shown.map((number) => (
          <span key={number} className={bad.has(number) ? 'bad' : undefined}>
            {number + 1}
          </span>
        ))}
      </div>
    </div>
  );
}
