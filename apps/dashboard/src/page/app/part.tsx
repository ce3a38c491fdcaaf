import { useEffect, useReducer, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { hasDrafts } from '../data/draft.ts';
import { useComeBack } from '../data/use-come-back.ts';
import { Waiting } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { Button } from '../ui/button.tsx';

/** What is loaded by itself, once, however often it is asked for; a loading that failed may be tried again. */
export interface Loadable {
  readonly load: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/** A page whose script is loaded by itself. */
export type Part<Props> = ((props: Props) => ReactNode) & Loadable;

/**
 * Makes a part of a page in a module of its own. Once it is loaded it is shown at once: nothing is suspended, which React would end no
 * sooner than 300 ms later.
 */
export function createPart<Props extends object>(fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>): Part<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const load = (): Promise<void> => {
    loading ??= fetchPart().then(
      (module) => {
        Loaded = module.default;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Shown = (props: Props): ReactNode => {
    const [, showAgain] = useReducer((times: number) => times + 1, 0);
    return Loaded ? <Loaded {...props} /> : <Absent load={load} onLoaded={showAgain} />;
  };
  return Object.assign(Shown, { load, isLoaded: () => Loaded !== undefined });
}

interface AbsentProps {
  readonly load: () => Promise<void>;
  readonly onLoaded: () => void;
}

/**
 * Stands for a part until it is there. A browser that failed to load a module knows it as failed until the page is loaded anew, which is
 * done as soon as a server that was away is back, unless something is written and not saved.
 */
function Absent({ load, onLoaded }: AbsentProps) {
  const [state, setState] = useState<'loading' | 'missing' | 'away'>('loading');
  useEffect(() => {
    load().then(onLoaded, async () => setState((await isServed()) ? 'missing' : 'away'));
  }, [load, onLoaded]);
  useComeBack(state === 'away', async () => {
    if (!hasDrafts() && (await isServed())) location.reload();
  });
  if (state === 'loading') return <Waiting />;
  return (
    <div role="alert" className="notice">
      <Icon name="alert" />
      <p>This page cannot be loaded. Check your connection and try again.</p>
      <Button tone="quiet" icon="retry" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  );
}

const isServed = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
