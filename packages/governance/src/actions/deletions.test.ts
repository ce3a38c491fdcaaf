import { describe, expect, it } from 'vitest';
import { actionSchema } from './action.ts';
import { canonicalJson } from './canonical-json.ts';
import { documentDeleteAction, memoryDeleteAction } from './deletions.ts';

const memory = { version: 2, content: 'seen', metadata: { room: 'north' } };
const document = { title: 'ships.md', mediaType: 'text/markdown', sizeBytes: 30, sha256: 'a'.repeat(64) };

describe('the action of deleting', () => {
  it('a memory is another one for whatever it says otherwise, and by which version', () => {
    const actions = [
      memory,
      { ...memory, version: 3 },
      { ...memory, content: 'not seen' },
      { ...memory, metadata: { room: 'south' } },
      { ...memory, metadata: null },
      undefined,
    ].map((state) => memoryDeleteAction('M1', state));
    expect(new Set(actions.map(canonicalJson)).size).toBe(actions.length);
    for (const action of actions) expect(actionSchema.parse(action)).toEqual(action);
    expect(memoryDeleteAction('m1', memory)).toEqual(actions[0]);
  });

  it('a document is another one for whatever it is replaced by', () => {
    const actions = [
      document,
      { ...document, title: 'boats.md' },
      { ...document, mediaType: 'text/plain' },
      { ...document, sha256: 'b'.repeat(64) },
      undefined,
    ].map((state) => documentDeleteAction('D1', state));
    expect(new Set(actions.map(canonicalJson)).size).toBe(actions.length);
    for (const action of actions) expect(actionSchema.parse(action)).toEqual(action);
  });
});
