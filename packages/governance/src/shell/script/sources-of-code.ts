import type { Effect } from '../effect.ts';

/**
 * Computed code, and files that were just written, may be what was fetched or decoded anywhere in the same command. Files are told
 * from those that were there before; how computed code comes about is not followed, so it counts as such.
 */
export function withSources(effects: readonly Effect[], sources: ReadonlySet<'network' | 'decoded'>): readonly Effect[] {
  if (sources.size === 0) return effects;
  const written = new Set(effects.filter(isWritten).map(({ target }) => target));
  const fed = effects.filter(
    ({ kind, origin, target }) => kind === 'exec' && (origin === 'dynamic' || (origin === 'file' && written.has(target))),
  );
  return [...effects, ...[...sources].flatMap((origin) => fed.map((effect) => ({ ...effect, origin })))];
}

/** Programs that change what is known of a file, not what is in it. */
const fileChangers = new Set(['chmod', 'chown', 'chgrp', 'touch', 'mkdir']);

const isWritten = ({ kind, certainty, head }: Effect): boolean => kind === 'write' && certainty === 'certain' && !fileChangers.has(head);
