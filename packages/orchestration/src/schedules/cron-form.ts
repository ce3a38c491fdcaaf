const months = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
const days = 'SUN|MON|TUE|WED|THU|FRI|SAT';

/** `*`, a value or a range, with a step after `*` or a range; several with commas between them. */
function field(names?: string): RegExp {
  const value = names === undefined ? String.raw`\d{1,2}` : String.raw`(?:\d{1,2}|${names})`;
  const item = String.raw`(?:(?:\*|${value}-${value})(?:/\d{1,2})?|${value})`;
  return new RegExp(`^${item}(?:,${item})*$`, 'i');
}

const fields = [field(), field(), field(), field(months), field(days)];

/** Whether a text is five fields of cron and has none of what only some readers of cron know: `@daily`, `L`, `?`, `1#5` and the like. */
export function hasCronForm(cron: string): boolean {
  const given = cron.trim().split(/\s+/);
  return given.length === fields.length && fields.every((one, at) => one.test(given[at] ?? ''));
}
