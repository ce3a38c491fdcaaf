import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** What a page says when there is nothing to show yet: what would be here, and how it comes to be. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <p className="name">{title}</p>
      {children}
    </div>
  );
}

/** Holds the place of rows that are on their way, so that nothing moves when they come. */
export function Waiting({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div className="waiting" aria-busy="true">
      <span className="unseen">Loading…</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="bar" />
      ))}
    </div>
  );
}
