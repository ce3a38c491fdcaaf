import type { JobCatalog, JobDefinition } from '@cairn/contracts';

/** The queues of a catalog, each once. */
export const queueNames = (catalog: JobCatalog): readonly string[] => [
  ...new Set(Object.values(catalog).map((definition) => definition.queue)),
];

/** Definition of a job by its name; undefined when this version knows no such job. */
export const definitionOf = (catalog: JobCatalog, job: string): JobDefinition | undefined =>
  Object.hasOwn(catalog, job) ? catalog[job] : undefined;
