import { fullNumber } from './words.ts';

interface SparklineProps {
  /** Hour by hour. */
  readonly steps: readonly { readonly count: number; readonly limited: number }[];
  /** Requests an hour; the height of the picture. The greatest hour is when it is not known. */
  readonly limit: number | undefined;
}

/** Of the height, below the line of the limit. */
const room = 0.9;
/** So that an hour with a single request is seen. */
const least = 0.08;

/** Requests of a day in small, against the limit. */
export function Sparkline({ steps, limit }: SparklineProps) {
  const greatest = Math.max(0, ...steps.map(({ count }) => count));
  const total = steps.reduce((sum, { count }) => sum + count, 0);
  const top = limit ?? Math.max(1, greatest);
  const words =
    total === 0
      ? 'No requests in the last 24 hours'
      : `${fullNumber(total)} ${total === 1 ? 'request' : 'requests'} in the last 24 hours, at most ${fullNumber(greatest)} in an hour${limit === undefined ? '' : ` of ${fullNumber(limit)}`}`;
  return (
    <svg className="sparkline" role="img" aria-label={words}>
      <title>{words}</title>
      {limit !== undefined && <line className="limit" x1="0" x2="100%" y1={percent(1 - room)} y2={percent(1 - room)} />}
      <line x1="0" x2="100%" y1="100%" y2="100%" />
      {steps.map(({ count, limited }, at) => {
        if (count === 0) return null;
        const height = Math.max(least, Math.min(1, (count / top) * room));
        return (
          <rect
            key={at}
            className={limited > 0 ? 'refused' : 'first'}
            x={percent((at + 0.15) / steps.length)}
            width={percent(0.7 / steps.length)}
            y={percent(1 - height)}
            height={percent(height)}
          />
        );
      })}
    </svg>
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
