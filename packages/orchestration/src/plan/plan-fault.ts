/** One fault of a plan. */
export interface PlanFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
