/** The revision that carries version and capabilities in each request and knows no handshake. */
export const modernRevision = '2026-07-28';

/**
 * Revisions served after an `initialize`, newest first. 2025-03-26 is not among them: it is the one revision that makes a
 * server take batches, and a batch is refused here.
 */
export const legacyRevisions = ['2025-11-25', '2025-06-18', '2024-11-05'] as const;

/** Clients that ask for one of these know nothing newer, so they are answered with the oldest revision that is served. */
const olderRevisions: ReadonlySet<string> = new Set(['2025-03-26', '2024-10-07']);

/** 2025-03-26 stands for a request without the header, so a client that spells it out is served alike. */
const namedRevisions: ReadonlySet<string> = new Set([...legacyRevisions, '2025-03-26']);

/** The revision that `initialize` is answered with. */
export function negotiate(asked: string): string {
  if (legacyRevisions.some((revision) => revision === asked)) return asked;
  return olderRevisions.has(asked) ? '2024-11-05' : legacyRevisions[0];
}

/** Whether a request of the handshake era may carry this `MCP-Protocol-Version`. */
export function isServedHeader(revision: string | undefined): boolean {
  return revision === undefined || namedRevisions.has(revision);
}
