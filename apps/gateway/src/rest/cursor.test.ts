import { CairnError } from '@cairn/core';
import { assert, date, property, string, uuid } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCursor, toCursor } from './cursor.ts';

const mark = { createdAt: '2026-11-28T00:12:13.456Z', id: '019a7b2c-0000-7000-8000-0123456789ab' };
const scope = ['memories', 'project', 'user'];

describe('a cursor', () => {
  it('leads back to its mark, whichever it is', () => {
    assert(
      property(date({ noInvalidDate: true, min: new Date(0) }), uuid(), (at, id) => {
        const own = { createdAt: at.toISOString(), id };
        expect(fromCursor(scope, toCursor(scope, own))).toEqual(own);
      }),
    );
  });

  it('fits into a query as it is', () => {
    expect(toCursor(scope, mark)).toMatch(/^[\w-]{1,120}$/);
  });

  it.each([
    [['memories', 'project', 'other']],
    [['documents', 'project', 'user']],
    [['memories', 'project']],
    [['memories\nproject', 'user']],
  ])('is refused in the list of %j', (other) => {
    expect(() => fromCursor(other, toCursor(scope, mark))).toThrow(CairnError);
  });

  it('is refused when anything else was sent', () => {
    assert(
      property(string(), (text) => {
        expect(() => fromCursor(scope, text)).toThrow('pass a next_cursor as it came');
      }),
    );
  });

  it('is refused when it is spelled otherwise', () => {
    const cursor = toCursor(scope, mark);
    for (const other of [`${cursor}=`, `${cursor} `, ` ${cursor}`, `${cursor}A`, cursor.slice(0, -1)]) {
      expect(() => fromCursor(scope, other)).toThrow(CairnError);
    }
  });
});
