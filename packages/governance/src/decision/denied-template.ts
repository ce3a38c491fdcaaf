import { actionSchema } from '../actions/action.ts';
import type { Action, ActionOf } from '../actions/action.ts';

/** Rules that deny what a schedule would do; none: no rule is about it. */
export interface DeniedTemplate {
  readonly ruleIds: readonly string[];
}

/** Schedules in each other that are looked into; what is deeper is denied. */
const mostNested = 4;

/**
 * What denies a run of a schedule, or of one that it would make; undefined when nothing does. A template that is no action that is known,
 * such as a prompt for an agent, is for the rules on schedules alone. `decide` decides on one run.
 */
export function deniedTemplateBy(
  schedule: ActionOf<'schedule.create'>,
  decide: (run: Action) => DeniedTemplate & { readonly outcome: string },
): DeniedTemplate | undefined {
  let within = schedule;
  for (let nested = 0; nested < mostNested; nested += 1) {
    const run = actionSchema.safeParse(within.template).data;
    if (run === undefined) return undefined;
    const decided = decide(run);
    if (decided.outcome === 'deny') return decided;
    if (run.kind !== 'schedule.create') return undefined;
    within = run;
  }
  return { ruleIds: ['template_too_deep'] };
}
