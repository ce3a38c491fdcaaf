import { useSyncExternalStore } from 'react';
import { agoWords } from './ago-words.ts';

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

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
