import type { ReactNode } from 'react';
import type { BadgeTone } from './tone.ts';

/** A word on how something stands. */
export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={tone === 'plain' ? 'badge' : `badge ${tone}`}>{children}</span>;
}
