import type { TaskEvent } from '../api/tasks.ts';
import { Section } from '../ui/section.tsx';
import { exactWords } from '../ui/time.tsx';
import { eventWords } from './task-words.ts';

/** Events that are shown at once; of a long task the newest. */
const mostShown = 200;

const cutWords = 'The connection is lost. What happens meanwhile appears here once it is back.';
const extentWords = (count: number): string => (count > mostShown ? `The newest ${mostShown} of ${count} events.` : 'As it happens.');

/** What happened, the newest first, as it happens. */
export function TimelineSection({ events, isCut }: { readonly events: readonly TaskEvent[]; readonly isCut: boolean }) {
  const shown = events.slice(-mostShown).toReversed();
  return (
    <Section
      title="Timeline"
      about={
        <>
          <span role="status">{isCut && cutWords}</span>
          {!isCut && extentWords(events.length)}
        </>
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
