const maxShown = 64;

/**
 * A caller's string as it may stand in a message: quoted, everything but printable ASCII escaped (so that look-alikes and
 * invisible characters show), cut after 64 characters.
 */
export function shown(text: string): string {
  const head = text.length > maxShown ? text.slice(0, maxShown) : text;
  return `"${escaped(head)}${text.length > maxShown ? '…' : ''}"`;
}

/** The same without the quotes: an issue's path. */
export const shownKey = (key: string): string => shown(key).slice(1, -1);

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, (unit) =>
    unit === '"' || unit === '\\' ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
