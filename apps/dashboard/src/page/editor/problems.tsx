import type { SourceFault } from './json-source.ts';

interface ProblemsProps {
  readonly id: string;
  readonly faults: readonly SourceFault[];
  readonly lineOf: (offset: number) => number;
  readonly onGo: (fault: SourceFault) => void;
}

/** What is wrong with a text, line by line. A press leads to the place. */
export function Problems({ id, faults, lineOf, onGo }: ProblemsProps) {
  return (
    <div id={id} aria-live="polite">
      {faults.length > 0 && (
        <ul className="problems" aria-label="Problems">
          {faults.map((fault) => (
            <li key={`${fault.start} ${fault.message}`}>
              <button type="button" onClick={() => onGo(fault)}>
                <span className="line">Line {lineOf(fault.start)}</span> {fault.message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
