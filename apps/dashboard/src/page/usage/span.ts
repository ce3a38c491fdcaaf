import type { Step } from '../api/usage.ts';

export const hourMs = 3_600_000;

export const spans = ['day', 'week', 'month'] as const;
/** A time until now of which usage is looked at. */
export type Span = (typeof spans)[number];

interface Steps {
  readonly step: Step;
  readonly stepHours: number;
  readonly count: number;
  /** Steps from one that says when it began to the next. */
  readonly labelEvery: number;
}

/** How a span is cut: into so many steps, of which the last one is under way. */
export const stepsOf: Readonly<Record<Span, Steps>> = {
  day: { step: 'hour', stepHours: 1, count: 24, labelEvery: 6 },
  week: { step: 'six_hours', stepHours: 6, count: 28, labelEvery: 8 },
  month: { step: 'day', stepHours: 24, count: 30, labelEvery: 8 },
};

/** A moment of the first step, ISO 8601. */
export function startOf(span: Span, now = Date.now()): string {
  const { stepHours, count } = stepsOf[span];
  return new Date(now - (count - 1) * stepHours * hourMs).toISOString();
}
