import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { setTitle } from './title.ts';

interface PageProps {
  readonly title: string;
  /** What stands above it; part of the window's title. */
  readonly within?: string | undefined;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly tabs?: readonly { readonly to: string; readonly label: string; readonly isCurrent: boolean }[];
  readonly children: ReactNode;
}

let isFirst = true;

/** A page: its heading, which the keyboard and those who listen are led to when it comes up, and what is on it. */
export function Page({ title, within, about, actions, tabs, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setTitle([title, within]);
  }, [title, within]);
  useEffect(() => {
    // The browser does so itself for the page that it loads.
    if (!isFirst) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return (
    <>
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {about && <p className="about">{about}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {tabs && (
        <nav className="tabs" aria-label={title}>
          {tabs.map(({ to, label, isCurrent }) => (
            <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </>
  );
}
