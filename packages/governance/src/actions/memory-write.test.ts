import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subjectDigest } from './action-digest.ts';
import { actionSchema } from './action.ts';
import { memoryRestoreAction, memoryWriteAction } from './memory-write.ts';
import type { WrittenMemory } from './memory-write.ts';

const acting = { projectId: 'p', userId: 'u', credentialId: 'c' };
const word = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' });
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const memories: fc.Arbitrary<WrittenMemory> = fc.record({
  memoryId: optional(fc.uuid()),
  content: word,
  metadata: optional(fc.oneof(fc.constant(null), fc.dictionary(word, fc.oneof(word, fc.integer(), fc.boolean()), { maxKeys: 3 }))),
  scope: optional(fc.constantFrom('agent', 'system')),
  agentName: optional(word),
  sessionId: optional(word),
  occurredAt: optional(word),
  imported: fc.record({ id: optional(word), createdAt: optional(word), updatedAt: optional(word) }),
});

describe('the action of writing a memory', () => {
  test('is one that the schema takes, whatever is written', () => {
    fc.assert(
      fc.property(memories, (memory) => {
        expect(actionSchema.safeParse(memoryWriteAction(memory)).success).toBe(true);
      }),
    );
  });

  test('is another one for whatever is written otherwise', () => {
    const other = fc.tuple(
      memories,
      memories,
      fc.constantFrom('content', 'metadata', 'scope', 'agentName', 'sessionId', 'occurredAt', 'imported'),
    );
    const digest = (memory: WrittenMemory) => subjectDigest(memoryWriteAction(memory), acting);
    fc.assert(
      fc.property(other, ([memory, from, member]) => {
        const changed = { ...memory, [member]: from[member as keyof WrittenMemory] };
        const isSame = JSON.stringify(sorted(changed)) === JSON.stringify(sorted(memory));
        expect(digest(changed) === digest(memory)).toBe(isSame);
      }),
    );
  });

  test('is another one for whatever stands there that it takes the place of', () => {
    const digest = (replaces: WrittenMemory['replaces']) =>
      subjectDigest(memoryWriteAction({ memoryId: 'm', content: 'new', replaces }), acting);
    const held = { version: 3, content: 'old', metadata: { a: 1 } };
    const others = [undefined, { ...held, version: 4 }, { ...held, content: 'older' }, { ...held, metadata: null }];
    for (const other of others) expect(digest(other)).not.toBe(digest(held));
    expect(digest({ ...held, metadata: { a: 1 } })).toBe(digest(held));
    const action = memoryRestoreAction('M', 1, held);
    expect(actionSchema.parse(action)).toEqual(action);
    expect(action).toMatchObject({ memory_id: 'm', restores: 1, replaces: { version: 3 } });
  });

  test('that gives metadata alone names no text', () => {
    expect(memoryWriteAction({ memoryId: 'A', metadata: null })).toEqual({
      kind: 'memory.write',
      memory_id: 'a',
      metadata: null,
      metadata_hash: '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b',
    });
  });
});

/** The same with the members of objects in one order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]));
}
