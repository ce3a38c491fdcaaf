import type { Plan } from '@cairn/core';

/** Requests per hour and credential. */
export type PlanLimits = Readonly<Record<Plan, number>>;

export const defaultPlanLimits: PlanLimits = { free: 1000, premium: 10_000 };
