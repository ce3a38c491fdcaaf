import { formerAuditPlace } from '../archives/former-audit-place.ts';
import { summaryPlace } from '../repositories/summary-place.ts';
import { definitionPlace } from '../repositories/agent-rows.ts';
import { commentPlace } from '../repositories/comment-place.ts';
import { sealPlace } from '../repositories/document-parts.ts';
import { projectAnswerPlace } from '../repositories/kept-answers.ts';
import { contentPlace, metadataPlace } from '../repositories/memory-rows.ts';
import { decidedContentPlace, decisionPlace } from '../repositories/sealed-decision.ts';
import { passagePlace } from '../repositories/sealed-passage.ts';
import { schedulePlaces } from '../repositories/tasks/schedule-rows.ts';
import { taskPlaces } from '../repositories/tasks/task-rows.ts';

/** A column that a project's data key seals. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The rest of the primary key after `project_id`, with the types of the columns. */
  readonly key: Readonly<Record<string, 'uuid' | 'int' | 'bigint' | 'text'>>;
  /** What the bytes of a row are bound to. `key`: the values of the columns of the key, in order, as text. */
  readonly place: (projectId: string, key: readonly string[]) => string;
  /** Rows that are sealed anew in one transaction; 100 when absent. */
  readonly rowsAtOnce?: number;
}

const one = { id: 'uuid' } as const;
const version = { memory_id: 'uuid', version: 'int' } as const;
const step = { task_id: 'uuid', revision: 'int', id: 'text' } as const;

/** Every column that a project's data key seals. A test walks the catalogue for any other. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'memories', column: 'content', key: one, place: (project, [id = '']) => contentPlace(project, id) },
  { table: 'memories', column: 'metadata', key: one, place: (project, [id = '']) => metadataPlace(project, id) },
  { table: 'memory_versions', column: 'content', key: version, place: (project, [id = '']) => contentPlace(project, id) },
  { table: 'memory_versions', column: 'metadata', key: version, place: (project, [id = '']) => metadataPlace(project, id) },
  {
    table: 'document_parts',
    column: 'sealed',
    key: { version_id: 'uuid', kind: 'text', start: 'bigint' },
    place: (projectId, [versionId = '', kind, start]) =>
      sealPlace({ projectId, versionId, kind: kind === 'text' ? 'text' : 'original' }, Number(start)),
    rowsAtOnce: 8,
  },
  {
    table: 'passages',
    column: 'sealed',
    key: { version_id: 'uuid', ordinal: 'int' },
    place: (projectId, [versionId = '', ordinal]) => passagePlace({ projectId, versionId, ordinal: Number(ordinal) }),
  },
  { table: 'decisions', column: 'content', key: one, place: (projectId, [id = '']) => decidedContentPlace({ projectId, id }) },
  { table: 'decisions', column: 'sealed', key: one, place: (projectId, [id = '']) => decisionPlace({ projectId, id }) },
  {
    table: 'votes',
    column: 'comment',
    key: { approval_id: 'uuid', user_id: 'uuid' },
    place: (projectId, [approvalId = '', userId = '']) => commentPlace({ projectId, approvalId, userId }),
  },
  { table: 'executions', column: 'summary', key: one, place: (project, [id = '']) => summaryPlace(project, id) },
  {
    table: 'agent_versions',
    column: 'definition',
    key: { agent_id: 'uuid', version: 'int' },
    place: (project, [id = '', number]) => definitionPlace(project, { id, version: Number(number) }),
  },
  { table: 'tasks', column: 'goal', key: one, place: (project, [id = '']) => taskPlaces.goal(project, id) },
  {
    table: 'task_plans',
    column: 'plan',
    key: { task_id: 'uuid', revision: 'int' },
    place: (project, [task = '', revision]) => taskPlaces.plan(project, task, Number(revision)),
    rowsAtOnce: 16,
  },
  {
    table: 'task_steps',
    column: 'output',
    key: step,
    place: (project, [task = '', , id = '']) => taskPlaces.output(project, task, id),
    rowsAtOnce: 16,
  },
  { table: 'task_steps', column: 'permit', key: step, place: (project, [task = '', , id = '']) => taskPlaces.permit(project, task, id) },
  {
    table: 'task_decisions',
    column: 'detail',
    key: { task_id: 'uuid', id: 'uuid' },
    place: (project, [, id = '']) => taskPlaces.decision(project, id),
  },
  { table: 'task_schedules', column: 'goal', key: one, place: (project, [id = '']) => schedulePlaces.goal(project, id) },
  { table: 'task_schedules', column: 'plan', key: one, place: (project, [id = '']) => schedulePlaces.plan(project, id) },
  {
    table: 'former_audit',
    column: 'line',
    key: { ordinal: 'bigint' },
    place: (project, [ordinal]) => formerAuditPlace(project, Number(ordinal)),
  },
  {
    table: 'kept_answers',
    column: 'answer',
    key: { credential_id: 'uuid', key: 'text' },
    place: (project, [credential = '', key = '']) => projectAnswerPlace(project, credential, key),
  },
];
