/**
 * Whether an option that is given is one that a rule names. In a rule that allows, it is written so. In others it is also that one among short
 * ones written together, as `-f` in `-vf`, and where it is cut short, as `--force` in `--forc`: programs take both for it.
 */
export function isFlag(given: string, named: string, { each }: { readonly each: boolean }): boolean {
  if (given === named) return true;
  if (each) return false;
  if (named.startsWith('--')) return given.length > 2 && named.startsWith(given);
  return /^-[^-]/.test(given) && named.length === 2 && given.slice(1).includes(named.slice(1));
}
