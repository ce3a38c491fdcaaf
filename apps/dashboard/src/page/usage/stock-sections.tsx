import type { Usage } from '../api/usage.ts';
import { Section } from '../ui/section.tsx';
import { sizeWords } from '../ui/size.ts';
import { durationWords, fullNumber } from './words.ts';

/** What the project keeps. */
export function StorageSection({ storage }: Pick<Usage, 'storage'>) {
  return (
    <Section title="Storage" about="What the project keeps now.">
      <dl className="figures">
        <Figure name="Memories" value={fullNumber(storage.memories)} />
        <Figure name="Documents" value={fullNumber(storage.documents)} />
        <Figure name="Originals" value={sizeWords(storage.original_bytes)} />
      </dl>
    </Section>
  );
}

/** What is not searchable yet. */
export function QueueSection({ queue }: Pick<Usage, 'queue'>) {
  const { documents_waiting: waiting, documents_in_work: inWork, jobs_waiting: jobs, oldest_seconds: oldest } = queue;
  const how = oldest === null ? 'No document waits.' : `The oldest document waits for ${durationWords(oldest)}.`;
  return (
    <Section title="Queue" about={`What is on its way. ${how}`}>
      <dl className="figures">
        <Figure name="Waiting" value={fullNumber(waiting)} />
        <Figure name="In work" value={fullNumber(inWork)} />
        <Figure name="Jobs queued" value={fullNumber(jobs)} />
      </dl>
    </Section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
