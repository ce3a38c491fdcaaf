import type { Chain } from '@cairn/audit';
import { sql, type RawBuilder } from 'kysely';

/**
 * What entries say, as it is hashed; null for one that is not there. Written out here a second time: whoever may change the database's
 * own functions must not decide what a verification reads.
 */
const texts = {
  project: sql<string | null>`case when e.id is not null then pg_catalog.json_build_array('project', e.project_id, e.id,
    (extract(epoch from e.at) * 1000)::bigint, e.user_id, e.credential_kind, e.credential_id, e.action, e.target, e.outcome, e.reason,
    e.agent_id, pg_catalog.encode(e.action_digest, 'hex'), e.policy_revision, e.decision_id, e.detail::text, e.request_id,
    e.trace_id)::text end`,
  directory: sql<string | null>`case when e.id is not null then pg_catalog.json_build_array('directory', e.chain_id, e.id,
    (extract(epoch from e.at) * 1000)::bigint, e.user_id, e.credential_kind, e.credential_id, e.action, e.target, e.outcome,
    e.workspace_id, e.detail::text, e.request_id, e.trace_id)::text end`,
} as const;

/** The one entry behind a link `c`, or no row: by its key, whatever the planner thinks of the tables. */
const sources = {
  project: sql`(select x.* from cairn.audit_entries x where x.project_id = c.project_id and x.id = c.entry_id limit 1)`,
  directory: sql`(select x.* from cairn.directory_events x where x.chain_id = c.project_id and x.id = c.entry_id limit 1)`,
} as const;

export const textOfEntry = ({ kind }: Pick<Chain, 'kind'>): RawBuilder<string | null> => texts[kind];
export const entryOfLink = ({ kind }: Pick<Chain, 'kind'>): RawBuilder<unknown> => sources[kind];
