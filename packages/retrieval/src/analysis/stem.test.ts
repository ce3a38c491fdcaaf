import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';

describe('forms of one word', () => {
  it.each([
    [['connect', 'connected', 'connection', 'connecting']],
    [['go', 'went', 'gone', 'going']],
    [['buy', 'bought', 'buys']],
    [['child', 'children']],
    [['write', 'wrote', 'written', 'writing']],
    [['casa', 'casas']],
    [['возврат', 'возврата', 'возвратов', 'возвратами']],
    [['книга', 'книги', 'книгу', 'книгами']],
    [['документация', 'документации', 'документацию']],
  ])('%j have one stem', (forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it.each([
    ['test', 'text'],
    ['find', 'fund'],
    ['банка', 'баня'],
    ['день', 'дно'],
  ])('but not %s and %s', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it('leaves words of other scripts and what is too short as they are', () => {
    expect(['ab', 'дом', 'שלום', 'x86'].map(stem)).toEqual(['ab', 'дом', 'שלום', 'x86']);
  });
});
