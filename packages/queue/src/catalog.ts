import type { JobCatalog, JobDefinition } from '@cairn/contracts';

/** The queues of a catalog, each once. */
export const queueNames = (catalog: JobCatalog): readonly string[] => [
  ...new Set(Object.values(catalog).flatMap((definition) => queuesOf(definition))),
];

/** The queues that carry jobs of a definition. */
export const queuesOf = ({ queue, smallQueue }: JobDefinition): readonly string[] =>
  smallQueue === undefined ? [queue] : [queue, smallQueue];

/** The queue for one job, whose payload fits the definition. */
export function queueFor({ queue, smallQueue = queue }: JobDefinition, payload: unknown): string {
  const isSmall = typeof payload === 'object' && payload !== null && 'small' in payload && payload.small === true;
  return isSmall ? smallQueue : queue;
}

/** Definition of a job by its name; undefined when this version knows no such job. */
export const definitionOf = (catalog: JobCatalog, job: string): JobDefinition | undefined =>
  Object.hasOwn(catalog, job) ? catalog[job] : undefined;
