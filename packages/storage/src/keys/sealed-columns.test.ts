import { describe, expect, test } from 'vitest';
import { formerAuditPlace } from '../archives/former-audit-place.ts';
import { sealDefinition } from '../repositories/agent-rows.ts';
import { summaryPlace } from '../repositories/summary-place.ts';
import { commentPlace } from '../repositories/comment-place.ts';
import { sealPlace } from '../repositories/document-parts.ts';
import { sealContent, sealMetadata } from '../repositories/memory-rows.ts';
import { sealContent as sealDecidedContent, sealDecision, type DecidedAction } from '../repositories/sealed-decision.ts';
import { sealPassage } from '../repositories/sealed-passage.ts';
import { sealSchedule } from '../repositories/tasks/schedule-rows.ts';
import { keptPlan, sealDetail, sealGoal, sealOutput, sealPermit, sealPlan } from '../repositories/tasks/task-rows.ts';
import { newKey, open, seal, sealText } from '../sealing/seal.ts';
import { sealedColumns } from './sealed-columns.ts';

const projectId = '0198f000-0000-7000-8000-000000000001';
const [one, two, three] = [1, 2, 3].map((n) => `0198f000-0000-7000-8000-00000000010${n}`) as [string, string, string];
const key = newKey();
const opener = { projectId, key };
const plan = { steps: [] };
// What a decision holds is of no matter here.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const decided = { action: {}, decision: {}, credentialKind: 'session' } as unknown as DecidedAction;

/** How the repositories seal a row: its key, as in `SealedColumn.key`, and the bytes. */
const sealedBy: Readonly<Record<string, readonly [key: readonly string[], sealed: Buffer]>> = {
  'memories.content': [[one], sealContent(opener, one, 'text')],
  'memories.metadata': [[one], sealMetadata(opener, one, { a: 1 })],
  'memory_versions.content': [[one, '3'], sealContent(opener, one, 'text')],
  'memory_versions.metadata': [[one, '3'], sealMetadata(opener, one, { a: 1 })],
  'document_parts.sealed': [
    [one, 'text', '65536'],
    seal(key, sealPlace({ projectId, versionId: one, kind: 'text' }, 65_536), Buffer.from('text')),
  ],
  'passages.sealed': [[one, '7'], sealPassage(key, { projectId, versionId: one, ordinal: 7 }, { text: 'text', headings: [] })],
  'decisions.content': [
    [one],
    sealDecidedContent(key, { projectId, id: one }, { kind: 'memory.write', content: 'text' }) ?? Buffer.alloc(0),
  ],
  'decisions.sealed': [[one], sealDecision(key, { projectId, id: one }, decided)],
  'votes.comment': [[one, two], sealText(key, commentPlace({ projectId, approvalId: one, userId: two }), 'text')],
  'executions.summary': [[one], sealText(key, summaryPlace(projectId, one), 'text')],
  'agent_versions.definition': [
    [one, '2'],
    sealDefinition(
      opener,
      { id: one, version: 2 },
      { name: 'a', description: null, instructions: null, model: null, tools: null, memoryScope: 'agent' },
    ),
  ],
  'tasks.goal': [[one], sealGoal(opener, one, 'text')],
  'task_plans.plan': [[one, '4'], sealPlan(opener, one, 4, keptPlan(plan, 'hash'))],
  'task_steps.output': [[one, '4', 'step'], sealOutput(opener, one, 'step', {})],
  'task_steps.permit': [[one, '4', 'step'], sealPermit(opener, one, 'step', 'permit')],
  'task_decisions.detail': [[two, one], sealDetail(opener, one, {})],
  'task_schedules.goal': [[one], sealSchedule(opener, one, { goal: 'text', plan }).goal],
  'task_schedules.plan': [[one], sealSchedule(opener, one, { goal: 'text', plan }).plan ?? Buffer.alloc(0)],
  'former_audit.line': [['9'], sealText(key, formerAuditPlace(projectId, 9), 'text')],
  'kept_answers.answer': [[one, 'a key'], sealText(key, `kept_answers:${projectId}:${one}:a key`, 'text')],
};

/** What is bound to the thing and not to one of its states, which move with it. */
const unbound: Readonly<Record<string, readonly string[]>> = {
  'memory_versions.content': ['version'],
  'memory_versions.metadata': ['version'],
  'task_steps.output': ['revision'],
  'task_steps.permit': ['revision'],
  'task_decisions.detail': ['task_id'],
};

const other: Readonly<Record<string, string>> = { uuid: three, int: '99', bigint: '99', text: 'another' };

describe.each(sealedColumns.map((column) => [`${column.table}.${column.column}`, column] as const))('%s', (name, column) => {
  const [ownKey, sealed] = sealedBy[name] ?? [[], Buffer.alloc(0)];

  test('is opened where the list says that it belongs', () => {
    expect(open(key, column.place(projectId, ownKey), sealed)).toBeInstanceOf(Buffer);
  });

  test('opens in no other project', () => {
    expect(() => open(key, column.place(three, ownKey), sealed)).toThrow();
  });

  test.each(Object.entries(column.key).filter(([part]) => !unbound[name]?.includes(part)))(
    'opens in no row with another %s',
    (part, type) => {
      const at = Object.keys(column.key).indexOf(part);
      const moved = ownKey.with(at, part === 'kind' ? 'original' : (other[type] ?? ''));
      expect(() => open(key, column.place(projectId, moved), sealed)).toThrow();
    },
  );

  test('opens in no other column', () => {
    for (const another of sealedColumns.filter((each) => each !== column)) {
      const [anotherKey] = sealedBy[`${another.table}.${another.column}`] ?? [[]];
      const place = another.place(projectId, anotherKey);
      // A former state of a memory is the memory's own bytes.
      if (place === column.place(projectId, ownKey))
        expect([column.table, another.table].toSorted()).toEqual(['memories', 'memory_versions']);
      else expect(() => open(key, place, sealed)).toThrow();
    }
  });
});
