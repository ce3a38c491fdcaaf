import { useMemo, useState } from 'react';
import { ChartTable } from './chart-table.tsx';
import { ticksFor } from './scale.ts';
import type { Chart } from './series.ts';
import { stepsOf } from './span.ts';
import type { Span } from './span.ts';
import { fullNumber, shortNumber, spanWords, startWords, stepWords } from './words.ts';

interface StackedChartProps {
  readonly chart: Chart;
  readonly span: Span;
  /** What is counted, in the plural. */
  readonly what: string;
}

/** Bars over time, each cut by who or what. Whoever points at a step reads its numbers; the table holds them all. */
export function StackedChart({ chart, span, what }: StackedChartProps) {
  const [pointedAt, setPointedAt] = useState<number>();
  const at = pointedAt !== undefined && pointedAt < chart.starts.length ? pointedAt : undefined;
  const start = at === undefined ? undefined : chart.starts[at];
  const when = start === undefined ? `in the last ${spanWords[span]}` : stepWords(start, chart.stepHours, span);
  const count = at === undefined ? chart.total : (chart.sums[at] ?? 0);
  return (
    <figure className="chart">
      <p className="chart-count">
        <strong>{fullNumber(count)}</strong> <span>{when}</span>
      </p>
      <Plot chart={chart} span={span} what={what} pointedAt={at} onPoint={setPointedAt} />
      <ul className="legend" aria-label={`${what} by name`}>
        {chart.series.map(({ id, name, tone, counts, total }) => (
          <li key={id}>
            <svg className="swatch" aria-hidden="true">
              <rect className={tone} width="100%" height="100%" />
            </svg>
            <span className="name">{name}</span> <span className="number">{fullNumber(at === undefined ? total : (counts[at] ?? 0))}</span>
          </li>
        ))}
      </ul>
      <ChartTable chart={chart} span={span} what={what} />
    </figure>
  );
}

interface PlotProps extends StackedChartProps {
  readonly pointedAt: number | undefined;
  readonly onPoint: (at: number | undefined) => void;
}

function Plot({ chart, span, what, pointedAt, onPoint }: PlotProps) {
  const { starts, sums, total } = chart;
  const ticks = useMemo(() => ticksFor(Math.max(0, ...sums)), [sums]);
  const top = ticks.at(-1) ?? 1;
  const { labelEvery } = stepsOf[span];
  const most = sums.indexOf(Math.max(...sums));
  const words = `${what} over the last ${spanWords[span]}: ${fullNumber(total)} in all, most of them ${stepWords(starts[most] ?? 0, chart.stepHours, span)}`;
  return (
    <div className="plot">
      <div className="ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: percent(tick / top) }}>
            {shortNumber(tick)}
          </span>
        ))}
      </div>
      <svg role="img" aria-label={words} onPointerLeave={() => onPoint(undefined)}>
        {ticks.map((tick) => (
          <line key={tick} x1="0" x2="100%" y1={percent(1 - tick / top)} y2={percent(1 - tick / top)} />
        ))}
        {starts.map((start, at) => (
          <g key={start} className={at === pointedAt ? 'pointed' : undefined} onPointerEnter={() => onPoint(at)}>
            <rect className="reach" x={percent(at / starts.length)} width={percent(1 / starts.length)} y="0" height="100%" />
            <Bar chart={chart} at={at} top={top} />
          </g>
        ))}
      </svg>
      <div className="times" aria-hidden="true">
        {starts.map(
          (start, at) =>
            at % labelEvery === 0 && (
              <span key={start} style={{ left: percent(at / starts.length) }}>
                {startWords(start, span)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

/** Of the width of a step. */
const barWidth = 0.72;

function Bar({ chart: { starts, series }, at, top }: { readonly chart: Chart; readonly at: number; readonly top: number }) {
  let below = 0;
  return series.map(({ id, tone, counts }) => {
    const count = counts[at] ?? 0;
    if (count === 0) return null;
    below += count;
    return (
      <rect
        key={id}
        className={tone}
        x={percent((at + (1 - barWidth) / 2) / starts.length)}
        width={percent(barWidth / starts.length)}
        y={percent(1 - below / top)}
        height={percent(count / top)}
      />
    );
  });
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
