import { useState } from 'react';
import type { Chart } from './series.ts';
import type { Span } from './span.ts';
import { fullNumber, stepWords } from './words.ts';

interface ChartTableProps {
  readonly chart: Chart;
  readonly span: Span;
  readonly what: string;
}

/** The numbers of a picture, the newest first. Steps without any are left out. */
export function ChartTable({ chart, span, what }: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Show as a table<span className="unseen">: {what}</span>
      </summary>
      {isOpen && <Numbers chart={chart} span={span} what={what} />}
    </details>
  );
}

function Numbers({ chart: { starts, stepHours, series, sums }, span, what }: ChartTableProps) {
  const steps = starts.map((start, at) => ({ start, at })).filter(({ at }) => (sums[at] ?? 0) > 0);
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={`${what} over time`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{span === 'month' ? 'Day (UTC)' : 'When'}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col" className="number">
                {name}
              </th>
            ))}
            <th scope="col" className="number">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map(({ start, at }) => (
            <tr key={start}>
              <th scope="row">{stepWords(start, stepHours, span)}</th>
              {series.map(({ id, counts }) => (
                <td key={id} className="number">
                  {fullNumber(counts[at] ?? 0)}
                </td>
              ))}
              <td className="number">{fullNumber(sums[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
