/** What a step of a plan can be. */
export const stepKinds = [
  'memory.save',
  'memory.update',
  'memory.delete',
  'memory.search',
  'knowledge.search',
  'model.generate',
  'action',
  'checkpoint',
  'task',
  'wait',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** Steps that change something here; what undoes another step is one of these. */
export const effectKinds = ['memory.save', 'memory.update', 'memory.delete'] as const satisfies readonly StepKind[];
export type EffectKind = (typeof effectKinds)[number];

/** Whether a step's effect and its completion are one transaction. */
export const isEffect = (kind: StepKind): kind is EffectKind => (effectKinds as readonly StepKind[]).includes(kind);

/** Steps that a worker carries out itself, and holds a slot for. The others wait for somebody and hold none. */
const worked = new Set<StepKind>([...effectKinds, 'memory.search', 'knowledge.search', 'model.generate']);
export const isWorked = (kind: StepKind): boolean => worked.has(kind);

/** Seconds that a step may take when its plan does not say. */
export const defaultTimeout: Readonly<Record<StepKind, number>> = {
  'memory.save': 30,
  'memory.update': 30,
  'memory.delete': 30,
  'memory.search': 30,
  'knowledge.search': 60,
  'model.generate': 120,
  action: 86_400,
  checkpoint: 604_800,
  task: 604_800,
  wait: 2_592_000,
};
