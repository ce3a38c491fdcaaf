import { fold, normalise } from '../analysis/normalise.ts';

/** A filter that lets each text through once; case, accents, width and blanks make no difference. */
export function onlyFirst(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => {
    const key = fold(normalise(text)).replace(/\s+/g, ' ').trim();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
