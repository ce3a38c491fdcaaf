import type { Usage } from '../api/usage.ts';
import { Section } from '../ui/section.tsx';
import type { Span } from './span.ts';
import { durationWords, fullNumber, spanWords } from './words.ts';

/** How long documents took from the upload until a search found them. */
export function LagSection({ lag, span }: { readonly lag: Usage['searchable_lag']; readonly span: Span }) {
  const { documents, median_seconds: median, greatest_seconds: greatest } = lag;
  return (
    <Section title="Searchable after" about="From the upload of a document until a search finds it.">
      {median === null || greatest === null ? (
        <p className="quiet">No document of the last {spanWords[span]} is searchable. Drop one under Knowledge, and its time shows here.</p>
      ) : (
        <>
          <dl className="lengths">
            <Length name="Half of them" seconds={median} of={greatest} />
            <Length name="The slowest" seconds={greatest} of={greatest} />
          </dl>
          <p className="hint">
            Of {fullNumber(documents)} {documents === 1 ? 'document' : 'documents'} of the last {spanWords[span]}.
          </p>
        </>
      )}
    </Section>
  );
}

function Length({ name, seconds, of }: { readonly name: string; readonly seconds: number; readonly of: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="number">{durationWords(seconds)}</span>
        <svg aria-hidden="true">
          <rect className="first" width={`${of === 0 ? 0 : Math.max(1, (seconds / of) * 100)}%`} height="100%" rx="3" />
        </svg>
      </dd>
    </div>
  );
}
