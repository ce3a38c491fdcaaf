import { Ago } from '../ui/time.tsx';

/** A key or an app, as far as its use goes. */
export interface Used {
  readonly name: string;
  readonly last_used_at: string | null;
}

/** Turns on when the first call arrives. */
export function ConnectionLight({ used }: { readonly used: readonly Used[] }) {
  const last = used.reduce<Used | undefined>(
    (best, each) => ((each.last_used_at ?? '') > (best?.last_used_at ?? '') ? each : best),
    undefined,
  );
  return (
    <p className={last ? 'light on' : 'light'} role="status">
      {last?.last_used_at ? (
        <span>
          Connected · {last.name}, <Ago at={last.last_used_at} />
        </span>
      ) : (
        'Waiting for the first call…'
      )}
    </p>
  );
}
