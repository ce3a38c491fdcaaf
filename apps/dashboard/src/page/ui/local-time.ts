/** What the browser's field of date and time holds, in the person's own time. */
export function localOf(iso: string): string {
  if (iso === '') return '';
  const moment = new Date(iso);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that such a field means; empty when it means none. */
export const isoOf = (local: string): string => (local === '' || Number.isNaN(Date.parse(local)) ? '' : new Date(local).toISOString());
