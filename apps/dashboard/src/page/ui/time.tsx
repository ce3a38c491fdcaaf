import { useSyncExternalStore } from 'react';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const steps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3_600 },
  { unit: 'hour', seconds: 3_600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 604_800 },
] as const;

/** How long ago or ahead a moment is; after a week its date. */
function agoWords(moment: Date, now: number): string {
  const seconds = Math.round((moment.getTime() - now) / 1_000);
  if (Math.abs(seconds) < 10) return 'just now';
  const step = steps.find(({ until }) => Math.abs(seconds) < until);
  return step === undefined ? day.format(moment) : relative.format(Math.trunc(seconds / step.seconds), step.unit);
}

/** One clock for all, so that they turn together. */
const everyMs = 15_000;
const roundedNow = (): number => Math.floor(Date.now() / everyMs) * everyMs;

function everySoOften(listener: () => void): () => void {
  const timer = setInterval(listener, everyMs);
  return () => clearInterval(timer);
}

/** A moment in words that stay true, with the exact time to who points at it. */
export function Ago({ at }: { readonly at: string }) {
  useSyncExternalStore(everySoOften, roundedNow);
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {agoWords(moment, Date.now())}
    </time>
  );
}

/** A moment in full, to the second. */
export const exactWords = (at: string): string => exact.format(new Date(at));
