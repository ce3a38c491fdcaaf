import { readUsage } from '../api/usage.ts';
import type { Usage } from '../api/usage.ts';
import { useResource } from '../data/resource.ts';
import type { Resource } from '../data/resource.ts';
import { useLive } from '../data/use-live.ts';
import { startOf, stepsOf } from './span.ts';
import type { Span } from './span.ts';

/** The server's own counts are 10 seconds behind. */
const paces = { paceMs: 30_000, quietMs: 300_000 };

/** What a project used in a span until now. It keeps itself true. Without a project nothing is read. */
export function useUsage(project: string | undefined, span: Span): Resource<Usage> {
  const usage = useResource(project && `usage ${project} ${span}`, () => readUsage(project ?? '', startOf(span), stepsOf[span].step));
  useLive(usage.reload, paces);
  return usage;
}
