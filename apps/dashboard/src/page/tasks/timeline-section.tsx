import type { TaskEvent } from '../api/tasks.ts';
import { Section } from '../ui/section.tsx';
import { exactWords } from '../ui/time.tsx';
import { eventWords } from './task-words.ts';

/** Events that are shown at once; of a long task the newest. */
const mostShown = 200;

/** What happened, the newest first, as it happens. */
export function TimelineSection({ events }: { readonly events: readonly TaskEvent[] }) {
  const shown = events.slice(-mostShown).toReversed();
  return (
    <Section title="Timeline" about={events.length > mostShown ? `The newest ${mostShown} of ${events.length} events.` : 'As it happens.'}>
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
