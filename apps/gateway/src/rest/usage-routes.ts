import { usageRoutes } from '@cairn/contracts';
import type { Standing } from '@cairn/service-kit';
import type { ProjectUsage } from '@cairn/storage';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountRoute } from './mount-route.ts';
import { ok } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { usageTime } from './usage-time.ts';
import { projectArea } from './work-area.ts';

const maxBuckets = 10_000;

/** `/v1/usage`. */
export function mountUsage(app: FastifyInstance, { stores, usage, guards }: RestDeps): void {
  mountRoute(app, { area: projectArea(stores), guards, route: usageRoutes.getUsage }, async ({ actor, query }) => {
    requireRight(actor, 'read_content');
    const time = usageTime(query);
    // One more, to know whether there are more.
    const found = await usage.read(actor, time, maxBuckets + 1);
    const standings = await guards.standings(
      found.credentials.map(({ credentialId }) => credentialId),
      actor.plan,
    );
    return ok({ from: time.from, to: time.to, ...toUsage(found, standings) });
  });
}

function toUsage({ hours, credentials, storage, queue, searchableLag }: ProjectUsage, standings: readonly (Standing | null)[]) {
  return {
    credentials: credentials.map(({ credentialId, credentialKind, name, n, limited }, at) => ({
      credential_id: credentialId,
      credential_kind: credentialKind,
      name,
      requests: n,
      limited,
      rate_limit: standings[at] ?? null,
    })),
    buckets: hours.slice(0, maxBuckets).map(({ hour, credentialId, credentialKind, counted, name, n, limited }) => ({
      hour,
      credential_id: credentialId,
      credential_kind: credentialKind,
      counted,
      name,
      count: n,
      limited,
    })),
    truncated: hours.length > maxBuckets,
    storage: { memories: storage.memories, documents: storage.documents, original_bytes: storage.originalBytes },
    queue: {
      documents_waiting: queue.documentsWaiting,
      documents_in_work: queue.documentsInWork,
      jobs_waiting: queue.jobsWaiting,
      oldest_seconds: queue.oldestSeconds,
    },
    searchable_lag: {
      documents: searchableLag.documents,
      median_seconds: searchableLag.medianSeconds,
      greatest_seconds: searchableLag.greatestSeconds,
    },
  };
}
