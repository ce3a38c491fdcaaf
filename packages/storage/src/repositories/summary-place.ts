/** What the sealed summary of an execution is bound to. */
export const summaryPlace = (projectId: string, executionId: string): string => `executions:${projectId}:${executionId}`;
