import type { Actor } from '@cairn/core';
import { readRules, starterRevision } from '@cairn/governance';
import type { NewPolicyRevision, PolicyRepository, PolicyRevision, StoredPolicy, StoredRules } from '@cairn/governance';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordAudit } from './audit.ts';
import { recordEvent } from './directory-audit.ts';
import { policyTables } from './policy-tables.ts';
import type { PolicyTables } from './policy-tables.ts';

/** Policies over the tables of migration 0017. */
export function createPolicyRepository(session: Session): PolicyRepository {
  return {
    async active(projectId) {
      const [row] = await session.run<ActiveRow>(statements.active, [projectId]);
      return row === undefined ? { project: undefined, workspace: undefined } : toStored(row);
    },

    list: (actor, scope, { limit, below }) =>
      session.inProject(actor.projectId, async (trx) => {
        const tables = policyTables(trx, scope, actor);
        const active = await tables.activeNumber();
        const rows = await tables.revisions({ limit, below });
        const shown = rows.map((row) => toRevision(row, active));
        const hasBuiltIn = rows.length < limit && (below === undefined || below > 0);
        return hasBuiltIn ? [...shown, builtIn(scope, active)] : shown;
      }),

    get: (actor, scope, number) =>
      session.inProject(actor.projectId, async (trx) => {
        const tables = policyTables(trx, scope, actor);
        const active = await tables.activeNumber();
        if (number === 0) return builtIn(scope, active);
        const row = await tables.revision(number);
        return row && toRevision(row, active);
      }),

    create: (actor, scope, revision) =>
      session.inProject(actor.projectId, async (trx) => {
        const tables = policyTables(trx, scope, actor);
        const row = await insert(tables, actor, revision);
        await record(trx, actor, { scope, action: 'policy.create', number: row.number });
        return toRevision(row, await tables.activeNumber());
      }),

    activate: (actor, scope, number, reason) =>
      session.inProject(actor.projectId, async (trx) => {
        const tables = policyTables(trx, scope, actor);
        await tables.lock();
        if (number !== 0 && !(await tables.revision(number))) return 'not_found';
        await tables.setActive(number);
        // Of a workspace, setting it does so in each of its projects.
        if (scope === 'project') await sql`select cairn.supersede_approvals(${actor.projectId})`.execute(trx);
        await record(trx, actor, { scope, action: 'policy.activate', number, reason });
        return 'done';
      }),
  };
}

const statements = { active: { name: 'active_policy', text: 'select * from cairn.active_policy($1)' } } as const;

interface ActiveRow {
  readonly number: number;
  readonly name: string | null;
  readonly rules: string | null;
  readonly workspace_number: number;
  readonly workspace_name: string | null;
  readonly workspace_rules: string | null;
}

function toStored(row: ActiveRow): StoredPolicy {
  return {
    project: stored(row.number, row.name, row.rules),
    workspace: stored(row.workspace_number, row.workspace_name, row.workspace_rules),
  };
}

/** One that is gone has rules that cannot be read, so that nothing is let through. */
function stored(number: number, name: string | null, rules: string | null): StoredRules | undefined {
  return number === 0 ? undefined : { number, name: name ?? '', rules: rules ?? '' };
}

export interface RevisionRow {
  readonly number: number;
  readonly name: string;
  readonly rules: string;
  readonly created_by: string;
  readonly created_at: string;
}

function toRevision(
  { number, name, rules: json, created_by: createdBy, created_at: createdAt }: RevisionRow,
  active: number,
): PolicyRevision {
  const { rules, fault } = readRules({ number, name, rules: json });
  return { number, name, rules: fault === undefined ? rules : [], isActive: number === active, createdBy, createdAt, fault: fault ?? null };
}

function builtIn(scope: 'project' | 'workspace', active: number): PolicyRevision {
  const { name, rules } = scope === 'project' ? starterRevision : { name: 'none', rules: [] };
  return { number: 0, name, rules, isActive: active === 0, createdBy: null, createdAt: null, fault: null };
}

async function insert(tables: PolicyTables, { userId }: Actor, { name, rules }: NewPolicyRevision): Promise<RevisionRow> {
  const number = await tables.nextNumber();
  return tables.insert({ number, name, rules: sql`${JSON.stringify(rules)}::jsonb`, created_by: userId });
}

interface PolicyEvent {
  readonly scope: 'project' | 'workspace';
  readonly action: string;
  readonly number: number;
  readonly reason?: string | undefined;
}

/** Rules of a workspace are told of where the workspace's own changes are. */
async function record(trx: Transaction<Schema>, actor: Actor, { scope, action, number, reason }: PolicyEvent): Promise<void> {
  const outcome = reason ?? 'done';
  const target = String(number);
  if (scope === 'project') return recordAudit(trx, actor, { action, target, outcome });
  const { userId, credentialId: sessionId, requestId, workspaceId } = actor;
  return recordEvent(trx, { userId, sessionId, requestId }, { workspaceId, action, target, outcome });
}
