/** What a line of a former audit is bound to. */
export const formerAuditPlace = (projectId: string, ordinal: number): string => `former_audit:${projectId}:${ordinal}`;
