import type { Actor } from '@cairn/core';
import { maxRevisions, readRules, rulesDigest, starterRevision } from '@cairn/governance';
import type { NewPolicyRevision, PolicyRepository, PolicyRevision, PolicyScope, StoredPolicy, StoredRules } from '@cairn/governance';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordAudit } from './audit.ts';
import { recordEvent } from './directory-audit.ts';
import { policyTables } from './policy-tables.ts';
import type { PolicyTables, RevisionRow } from './policy-tables.ts';

/** Policies over the tables of migration 0017. */
export function createPolicyRepository(session: Session): PolicyRepository {
  return {
    async active(projectId, etag) {
      const [row] = await session.run<ActiveRow>(statements.active, [projectId, etag ?? null]);
      if (row === undefined) return { etag: '', project: undefined, workspace: undefined };
      return row.etag === etag ? 'same' : toStored(row);
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
        return revisionOf(tables, { scope, number, active: await tables.activeNumber() });
      }),

    current: (actor, scope) =>
      session.inProject(actor.projectId, async (trx) => {
        const tables = policyTables(trx, scope, actor);
        const active = await tables.activeNumber();
        const unknown = await tables.forgotten();
        if (unknown !== undefined) return lost(unknown);
        const revision = (await revisionOf(tables, { scope, number: active, active })) ?? lost(active);
        return revision.fault === null && !(await tables.isTold()) ? { ...revision, rules: [], fault: untold(active) } : revision;
      }),

    create: (actor, scope, revision) =>
      session.inProject(actor.projectId, async (trx) => {
        const tables = policyTables(trx, scope, actor);
        const number = await tables.nextNumber();
        if (number > maxRevisions) {
          await record(trx, actor, { scope, action: 'policy.create', number, outcome: 'too_many' });
          return 'too_many';
        }
        const row = await insert(tables, actor, { ...revision, number });
        await record(trx, actor, { scope, action: 'policy.create', number });
        return toRevision(row, await tables.activeNumber());
      }),

    activate: (actor, scope, number, reason) =>
      session.inProject(actor.projectId, async (trx) => {
        const tables = policyTables(trx, scope, actor);
        await tables.lock();
        const before = await tables.activeNumber();
        const revision = number === 0 ? undefined : await tables.revision(number);
        const isThere = number === 0 || revision !== undefined;
        if (isThere) await tables.setActive(number);
        const outcome = isThere ? 'done' : 'not_found';
        const digest = revision?.digest.toString('hex');
        await record(trx, actor, { scope, action: 'policy.activate', number, outcome, reason, before, digest });
        return outcome;
      }),
  };
}

const statements = { active: { name: 'active_policy', text: 'select * from cairn.active_policy($1, $2)' } } as const;

interface ActiveColumns {
  readonly number: number;
  readonly name: string | null;
  readonly rules: string | null;
  readonly digest: Buffer | null;
}

interface ActiveRow extends ActiveColumns {
  readonly etag: string;
  readonly workspace_number: number;
  readonly workspace_name: string | null;
  readonly workspace_rules: string | null;
  readonly workspace_digest: Buffer | null;
}

function toStored(row: ActiveRow): StoredPolicy {
  const { workspace_number: number, workspace_name: name, workspace_rules: rules, workspace_digest: digest } = row;
  return { etag: row.etag, project: stored(row), workspace: stored({ number, name, rules, digest }) };
}

/** One that is gone has rules that cannot be read, so that nothing is let through. */
function stored({ number, name, rules, digest }: ActiveColumns): StoredRules | undefined {
  return number === 0 ? undefined : { number, name: name ?? '', rules: rules ?? '', digest: digest?.toString('hex') ?? '' };
}

interface Wanted {
  readonly scope: PolicyScope;
  readonly number: number;
  readonly active: number;
}

async function revisionOf(tables: PolicyTables, { scope, number, active }: Wanted): Promise<PolicyRevision | undefined> {
  if (number === 0) return builtIn(scope, active);
  const row = await tables.revision(number);
  return row && toRevision(row, active);
}

/** The one in force is gone, which denies everything. */
const lost = (number: number): PolicyRevision => ({
  number,
  name: '',
  rules: [],
  isActive: true,
  createdBy: null,
  createdAt: null,
  activatedAt: null,
  fault: `revision ${number}: the store has lost it`,
});

const untold = (number: number): string => `revision ${number}: it is not what the audit tells was activated last`;

function toRevision({ number, name, ...row }: RevisionRow, active: number): PolicyRevision {
  const { rules, fault } = readRules({ number, name, rules: row.rules, digest: row.digest.toString('hex') });
  return {
    number,
    name,
    rules: fault === undefined ? rules : [],
    isActive: number === active,
    createdBy: row.created_by,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    fault: fault ?? (number === active && row.activated_at === null ? `revision ${number}: it never was activated` : null),
  };
}

function builtIn(scope: 'project' | 'workspace', active: number): PolicyRevision {
  const { name, rules } = scope === 'project' ? starterRevision : { name: 'none', rules: [] };
  return { number: 0, name, rules, isActive: active === 0, createdBy: null, createdAt: null, activatedAt: null, fault: null };
}

async function insert(
  tables: PolicyTables,
  { userId }: Actor,
  revision: NewPolicyRevision & { readonly number: number },
): Promise<RevisionRow> {
  const { number, name, rules } = revision;
  const digest = Buffer.from(rulesDigest(revision), 'hex');
  return tables.insert({ number, name, rules: sql`${JSON.stringify(rules)}::jsonb`, digest, created_by: userId });
}

interface PolicyEvent {
  readonly scope: 'project' | 'workspace';
  readonly action: string;
  readonly number: number;
  readonly outcome?: 'done' | 'not_found' | 'too_many';
  readonly reason?: string | undefined;
  /** What was in force. */
  readonly before?: number;
  /** Of the rules, in hexadecimal: what is in force is held to it. */
  readonly digest?: string | undefined;
}

/** Rules of a workspace are told of where the workspace's own changes are. */
async function record(trx: Transaction<Schema>, actor: Actor, event: PolicyEvent): Promise<void> {
  const { scope, action, number, outcome = 'done', reason, before, digest } = event;
  const target = String(number);
  if (scope === 'project') {
    const detail =
      before === undefined ? undefined : { before, after: outcome === 'done' ? number : before, ...(digest !== undefined && { digest }) };
    return recordAudit(trx, actor, { action, target, outcome, reason, detail });
  }
  const detail = {
    ...(before !== undefined && { before: String(before) }),
    ...(reason !== undefined && { reason }),
    ...(digest !== undefined && { digest }),
  };
  const { userId, credentialId: sessionId, requestId, workspaceId } = actor;
  return recordEvent(trx, { userId, sessionId, requestId }, { workspaceId, action, target, outcome, detail });
}
