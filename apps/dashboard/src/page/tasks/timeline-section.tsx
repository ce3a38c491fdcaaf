import type { TaskEvent } from '../api/tasks.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';
import { exactWords } from '../ui/time.tsx';
import { eventWords } from './task-words.ts';
import type { Cut } from './use-timeline.ts';

/** Events that are shown at once; of a long task the newest. */
const mostShown = 200;

const extentWords = (count: number): string => (count > mostShown ? `The newest ${mostShown} of ${count} events.` : 'As it happens.');

/** Breaks in a row after which it is told how often is tried. */
const manyBreaks = 3;

/** What is wrong with the stream, and what becomes of it. It changes seldom: each change is read out. */
function cutWords({ breaks, pauseMs, fault }: Cut): string {
  if (pauseMs === undefined) return `Nothing new appears here any more. ${fault?.message ?? ''}`;
  if (breaks < manyBreaks) return 'The connection is lost. What happens meanwhile appears here once it is back.';
  const why = fault === undefined || fault.kind === 'offline' ? 'The connection stays broken.' : fault.message;
  return `${why} It is tried again every ${Math.round(pauseMs / 1_000)} seconds; what happens meanwhile appears here then.`;
}

interface TimelineProps {
  readonly events: readonly TaskEvent[];
  readonly cut: Cut | undefined;
  readonly again: () => void;
}

/** What happened, the newest first, as it happens. */
export function TimelineSection({ events, cut, again }: TimelineProps) {
  const shown = events.slice(-mostShown).toReversed();
  return (
    <Section
      title="Timeline"
      about={
        <>
          <span role="status">{cut && cutWords(cut)}</span>
          {!cut && extentWords(events.length)}
        </>
      }
      actions={
        cut?.pauseMs !== undefined && (
          <Button icon="retry" onClick={again}>
            Try now
          </Button>
        )
      }
    >
      <ol className="task-events" aria-label="Timeline">
        {shown.map(({ seq, at, type, step_id: step }) => (
          <li key={seq}>
            <time dateTime={at}>{exactWords(at)}</time>
            <span>
              {step !== null && <strong>{step}</strong>} {eventWords(type)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
