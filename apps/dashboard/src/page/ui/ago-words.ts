const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const steps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3_600 },
  { unit: 'hour', seconds: 3_600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 604_800 },
] as const;

/** How long ago or ahead a moment is, always counted: “in 1 day” says more than “tomorrow”. After a week its date. */
export function agoWords(moment: Date, now: number): string {
  const seconds = Math.round((moment.getTime() - now) / 1_000);
  if (Math.abs(seconds) < 10) return seconds > 0 ? 'in a moment' : 'just now';
  const step = steps.find(({ until }) => Math.abs(seconds) < until);
  return step === undefined ? day.format(moment) : relative.format(Math.trunc(seconds / step.seconds), step.unit);
}
