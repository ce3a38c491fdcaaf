/** Bounds of a plan. Bytes are of JSON in UTF-8. */
export const planBounds = {
  maxSteps: 1000,
  /** Of a plan that a model makes. */
  maxPlannedSteps: 40,
  maxDependencies: 100,
  /** Of one step's input, as it is given and again with what it refers to. A memory's text fits. */
  maxInputBytes: 262_144,
  /** Of the whole plan. */
  maxPlanBytes: 1_048_576,
  /** Of what one step gives. */
  maxOutputBytes: 1_048_576,
  maxReferences: 100,
  defaultParallelism: 4,
  maxParallelism: 16,
  /** Tasks above one another that started each other, the first included. */
  maxDepth: 4,
  maxAttempts: 10,
  defaultAttempts: 3,
  maxBackoffMs: 3_600_000,
  defaultBackoffMs: 1000,
  maxTimeoutSeconds: 2_592_000,
  maxGoalCharacters: 16_000,
} as const;
