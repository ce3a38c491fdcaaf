import { archiveKinds, type ArchiveKind, type ArchiveRecord, type ArchiveRecordOf } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { sealDefinition } from '../repositories/agent-rows.ts';
import { arrayText, hashLabels, sealContent, sealMetadata } from '../repositories/memory-rows.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { sealText } from '../sealing/seal.ts';
import { DocumentWriter } from './document-writer.ts';
import { formerAuditPlace } from './former-audit-place.ts';
import { governanceWriter } from './governance-writer.ts';
import { insertRow } from './insert-row.ts';
import { taskWriter, type TaskWriting } from './task-writer.ts';

export interface WriterOptions {
  readonly projectId: string;
  /** The archive whose own audit comes. */
  readonly archiveId: string;
  /** Gets what belongs to nobody here. */
  readonly importer: string;
  readonly mayAllowSelfApproval: boolean;
  /** Members of the workspace by their e-mail in lower case. */
  readonly people: ReadonlyMap<string, string>;
}

const order = new Map(archiveKinds.map((kind, at) => [kind, at]));

/** Puts the records of one archive into a project, in their order. What it is told of first it needs for what comes later. */
export class RecordWriter {
  readonly #options: WriterOptions;
  readonly #documents: DocumentWriter;
  /** People of the archive who are members here. */
  readonly #known = new Map<string, string>();
  readonly #counts: Partial<Record<ArchiveKind, number>> = {};
  #place = 0;
  #formerLines = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#documents = new DocumentWriter(options.projectId);
  }

  get counts(): Readonly<Partial<Record<ArchiveKind, number>>> {
    return this.#counts;
  }

  /** @throws INVALID_ARGUMENT */
  async write(trx: Transaction<Schema>, key: ProjectKey, records: readonly ArchiveRecord[]): Promise<void> {
    for (const record of records) {
      this.#keepOrder(record.kind);
      if (record.kind !== 'original') this.#documents.end();
      await this.#writeOne(trx, key, record);
      this.#counts[record.kind] = (this.#counts[record.kind] ?? 0) + 1;
    }
  }

  /** @throws INVALID_ARGUMENT when the last document is not whole */
  endDocument(): void {
    this.#documents.end();
  }

  #keepOrder(kind: ArchiveKind): void {
    const place = order.get(kind) ?? 0;
    // Each document is followed by its original, and some tasks by what there is of them.
    const isNextDocument = kind === 'document' && this.#place === order.get('original');
    const isNextTask = kind === 'task' && this.#place <= (order.get('task_event') ?? 0);
    if (place < this.#place && !isNextDocument && !isNextTask) throw bad(`a line of kind "${kind}" does not come here`);
    this.#place = place;
  }

  async #writeOne(trx: Transaction<Schema>, key: ProjectKey, record: ArchiveRecord): Promise<void> {
    switch (record.kind) {
      case 'person':
        return this.#meet(record);
      case 'agent':
        return this.#agent(trx, record);
      case 'agent_version':
        return this.#agentVersion(trx, key, record);
      case 'policy_revision':
        return this.#policyRevision(trx, record);
      case 'policy_state':
        return this.#insert(trx, 'policy_state', { active: 0, latest: record.latest });
      case 'governance_settings':
        return this.#settings(trx, record);
      case 'decision':
        return governanceWriter.decision(this.#writing(trx, key), record);
      case 'approval':
        return governanceWriter.approval(this.#writing(trx, key), record);
      case 'grant':
        return governanceWriter.grant(this.#writing(trx, key), record);
      case 'vote':
        return governanceWriter.vote(this.#writing(trx, key), record);
      case 'execution':
        return governanceWriter.execution(this.#writing(trx, key), record);
      case 'task':
        return taskWriter.task(this.#writing(trx, key), record);
      case 'task_plan':
        return taskWriter.task_plan(this.#writing(trx, key), record);
      case 'task_step':
        return taskWriter.task_step(this.#writing(trx, key), record);
      case 'task_decision':
        return taskWriter.task_decision(this.#writing(trx, key), record);
      case 'task_event':
        return taskWriter.task_event(this.#writing(trx, key), record);
      case 'schedule':
        return taskWriter.schedule(this.#writing(trx, key), record);
      case 'memory':
        return this.#memory(trx, key, record);
      case 'memory_version':
        return this.#memoryVersion(trx, key, record);
      case 'document':
        return this.#documents.begin(trx, record);
      case 'original':
        return this.#documents.add(trx, key, record);
      case 'audit':
        return this.#formerLine(trx, key, { archiveId: this.#options.archiveId, line: record.line });
      case 'former_audit':
        return this.#formerLine(trx, key, { archiveId: record.archive_id, line: record.line });
      case 'header':
      case 'end':
        throw bad(`a line of kind "${record.kind}" does not come here`);
    }
  }

  #writing(trx: Transaction<Schema>, key: ProjectKey): TaskWriting {
    const { projectId, importer } = this.#options;
    return {
      trx,
      projectId,
      key,
      personOf: (id) => this.#known.get(id) ?? id,
      ownerOf: (id) => this.#known.get(id) ?? importer,
    };
  }

  #meet({ id, email }: ArchiveRecordOf<'person'>): void {
    const here = this.#options.people.get(email.toLowerCase());
    if (here !== undefined) this.#known.set(id, here);
  }

  #agent(trx: Transaction<Schema>, { kind: _kind, ...agent }: ArchiveRecordOf<'agent'>): Promise<void> {
    return this.#insert(trx, 'agents', agent);
  }

  #agentVersion(trx: Transaction<Schema>, key: ProjectKey, record: ArchiveRecordOf<'agent_version'>): Promise<void> {
    const { kind: _kind, definition, ...version } = record;
    const { memory_scope: memoryScope, ...rest } = definition;
    const place = { id: version.agent_id, version: version.version };
    const opener = { projectId: this.#options.projectId, key: key.seal };
    const sealed = sealDefinition(opener, place, { name: version.name, ...rest, memoryScope });
    return this.#insert(trx, 'agent_versions', {
      ...version,
      user_id: this.#known.get(version.user_id) ?? version.user_id,
      definition: sealed,
    });
  }

  #policyRevision(trx: Transaction<Schema>, { kind: _kind, ...revision }: ArchiveRecordOf<'policy_revision'>): Promise<void> {
    return this.#insert(trx, 'policy_revisions', {
      ...revision,
      rules: sql`${JSON.stringify(revision.rules)}::jsonb`,
      digest: Buffer.from(revision.digest, 'hex'),
      created_by: this.#known.get(revision.created_by) ?? revision.created_by,
    });
  }

  #settings(trx: Transaction<Schema>, { kind: _kind, ...settings }: ArchiveRecordOf<'governance_settings'>): Promise<void> {
    return this.#insert(trx, 'governance_settings', {
      ...settings,
      allow_self_approval: settings.allow_self_approval && this.#options.mayAllowSelfApproval,
      updated_by: this.#known.get(settings.updated_by) ?? settings.updated_by,
    });
  }

  async #memory(trx: Transaction<Schema>, key: ProjectKey, { kind: _kind, ...memory }: ArchiveRecordOf<'memory'>): Promise<void> {
    const { projectId, importer } = this.#options;
    const opener = { projectId, key: key.seal };
    const userId = this.#known.get(memory.user_id) ?? importer;
    const labels = memory.metadata === null ? [] : hashLabels(key.labels, memory.metadata);
    await this.#insert(trx, 'memories', {
      ...memory,
      user_id: userId,
      content: sealContent(opener, memory.id, memory.content),
      metadata: memory.metadata && sealMetadata(opener, memory.id, memory.metadata),
      labels: memory.metadata === null ? null : sql`${arrayText(labels)}::bigint[]`,
    });
    if (labels.length === 0) return;
    await sql`insert into cairn.memory_labels (project_id, user_id, label, created_at, memory_id)
      select ${projectId}, ${userId}, l.label, ${memory.created_at}::timestamptz, ${memory.id}
      from unnest(${arrayText(labels)}::bigint[]) as l (label)`.execute(trx);
  }

  async #memoryVersion(
    trx: Transaction<Schema>,
    key: ProjectKey,
    { kind: _kind, ...version }: ArchiveRecordOf<'memory_version'>,
  ): Promise<void> {
    const { projectId } = this.#options;
    const opener = { projectId, key: key.seal };
    const { rows } = await sql<{ version: number }>`select version from cairn.memories
      where project_id = ${projectId} and id = ${version.memory_id}`.execute(trx);
    const [memory] = rows;
    if (memory === undefined) throw bad(`a former state of a memory that is not in the archive`);
    // It was changed after its own line was made, in which this state is the one that holds.
    if (version.version >= memory.version) return;
    await this.#insert(trx, 'memory_versions', {
      ...version,
      content: sealContent(opener, version.memory_id, version.content),
      metadata: version.metadata && sealMetadata(opener, version.memory_id, version.metadata),
      labels: version.metadata === null ? null : sql`${arrayText(hashLabels(key.labels, version.metadata))}::bigint[]`,
    });
  }

  async #formerLine(trx: Transaction<Schema>, key: ProjectKey, of: { readonly archiveId: string; readonly line: string }): Promise<void> {
    const ordinal = this.#formerLines;
    const line = sealText(key.seal, formerAuditPlace(this.#options.projectId, ordinal), of.line);
    await this.#insert(trx, 'former_audit', { ordinal, archive_id: of.archiveId, line });
    this.#formerLines += 1;
  }

  #insert(trx: Transaction<Schema>, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
    return insertRow(trx, { projectId: this.#options.projectId, table }, row);
  }
}

const bad = (message: string): CairnError => new CairnError('INVALID_ARGUMENT', { message });
