import type { Plan } from '@cairn/core';

/** Requests per hour and credential. */
export type PlanLimits = Readonly<Record<Plan, number>>;

export const defaultPlanLimits: PlanLimits = { free: 1000, premium: 10_000 };

/** Requests per hour that a credential of the plan may make. */
export function limitFor(plan: Plan, limits: PlanLimits = defaultPlanLimits): number {
  return limits[plan];
}
